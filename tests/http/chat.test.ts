import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatOnce, getChat, postChat, textOf, userMessage } from '#tests/support/chat.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'
import { lastUserText } from '#tests/support/fake-openai.ts'
import { readDataStream } from '#tests/support/read-data-stream.ts'
import { type ChatApp, startChatApp } from './chat/start-chat-app.ts'

let chat: ChatApp
let app: ChatApp['app']
let model: ChatApp['model']
let user: ChatApp['user']
let stranger: ChatApp['stranger']

beforeAll(async () => {
  chat = await startChatApp()
  ;({ app, model, user, stranger } = chat)
})

afterAll(() => chat?.stop())

describe('POST /api/chat', () => {
  test('the reply is streamed as a data stream and stored', async () => {
    const chatId = randomUUID()
    const message = userMessage('Hello there')
    const response = await postChat(user, [message], { chatId })

    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(response.headers.get('x-vercel-ai-data-stream')).toBe('v1')
    const messageId = response.headers.get('x-message-id')
    const reply = await readDataStream(response)
    expect(reply.text).toBe('You said: Hello there')
    expect(reply.messageIds).toEqual([messageId])
    expect(reply.finish).toMatchObject({
      finishReason: 'stop',
      usage: { promptTokens: 11, completionTokens: 7 },
    })

    const chat = await getChat(user, chatId)
    expect(chat).toMatchObject({ id: chatId, title: 'Hello there', visibility: 'private' })
    expect(chat.messages.map(({ id, role, status }) => ({ id, role, status }))).toEqual([
      { id: message.id, role: 'user', status: 'complete' },
      { id: messageId, role: 'assistant', status: 'complete' },
    ])
    expect(textOf(chat.messages[1])).toBe('You said: Hello there')
    expect(chat.messages[1]?.usage).toMatchObject({ inputTokens: 11, outputTokens: 7 })
  })

  test('the reasoning model streams its reasoning and has no tools', async () => {
    const { reply, chatId } = await chatOnce(user, 'think about it', {
      model: 'chat-model-reasoning',
    })
    expect(reply.reasoning).toBe('Let me see. ')
    expect(reply.text).toBe('Thought.')
    const call = model.requests.findLast((request) => lastUserText(request) === 'think about it')
    expect(call?.body.tools).toBeUndefined()
    const { messages } = await getChat(user, chatId)
    expect(messages[1]?.parts).toContainEqual({
      type: 'reasoning',
      text: 'Let me see. ',
      seconds: expect.any(Number),
    })
  })

  test('a tool runs within the reply, and one that fails does not fail the reply', async () => {
    const { reply, chatId } = await chatOnce(user, 'weather in Paris?')
    expect(reply.toolCalls).toMatchObject([{ toolName: 'getWeather' }])
    expect(reply.toolResults).toHaveLength(1)
    expect(reply.text).toBe('You said: weather in Paris?')
    const { messages } = await getChat(user, chatId)
    expect(messages[1]?.status).toBe('complete')
    expect(messages[1]?.parts.find(({ type }) => type === 'tool-getWeather')).toMatchObject({
      state: 'output-error',
      input: { latitude: 48.85, longitude: 2.35 },
    })
  })

  test('a model that fails before the first part is answered 500 with the fixed error text', async () => {
    expectErrorLogs(/^reply failed: .*: The fake fails with 401/)
    const chatId = randomUUID()
    const response = await postChat(user, [userMessage('please fail')], { chatId })
    expect(response.status).toBe(500)
    expect(response.headers.get('x-error-kind')).toBe('key-refused')
    expect(await response.text()).toBe('3:"Oops, an error occured!"\n')
    const { messages } = await getChat(user, chatId)
    expect(messages[1]).toMatchObject({
      role: 'assistant',
      status: 'failed',
      errorKind: 'key-refused',
      parts: [],
    })
  })

  test('the page of a chat says why a reply failed and what to do, without JavaScript', async () => {
    expectErrorLogs(/^reply failed: .*: The fake fails with 401/)
    const chatId = randomUUID()
    await postChat(user, [userMessage('please fail')], { chatId })
    const html = await (await user.get(`/chat/${chatId}`)).text()
    expect(html).toContain('The person who runs this service should check OPENAI_API_KEY.')
  })

  test('a model that writes nothing has failed, and says so', async () => {
    expectErrorLogs(/^reply failed: the model wrote nothing/)
    const chatId = randomUUID()
    const message = userMessage('say nothing')
    const response = await postChat(user, [message], { chatId })
    expect(response.status).toBe(500)
    expect(response.headers.get('x-error-kind')).toBe('empty')
    const { messages } = await getChat(user, chatId)
    expect(messages[1]).toMatchObject({ status: 'failed', errorKind: 'empty', parts: [] })

    const retried = await postChat(user, [{ ...message, content: 'again' }], { chatId })
    expect((await readDataStream(retried)).text).toBe('You said: again')
    const after = (await getChat(user, chatId)).messages[1]
    expect(after?.status).toBe('complete')
    expect(after).not.toHaveProperty('errorKind')
  })

  test('what came before the model broke off is kept as failed, and the message can be retried', async () => {
    expectErrorLogs(/^reply failed: what the model wrote was cut off: Failed to process/)
    const chatId = randomUUID()
    const message = userMessage('please be cut')
    const response = await postChat(user, [message], { chatId })
    expect(response.status).toBe(200)
    const reply = await readDataStream(response)
    expect(reply.text).toMatch(/^one two three/)
    expect(reply.errors).toEqual(['Oops, an error occured!'])
    expect(reply.data.at(-1)).toEqual({ type: 'error-kind', content: 'cut' })
    const failed = await getChat(user, chatId)
    expect(failed.messages[1]).toMatchObject({ status: 'failed', errorKind: 'cut' })
    expect(textOf(failed.messages[1])).toBe(reply.text)

    const retried = await postChat(user, [{ ...message, content: 'again' }], { chatId })
    expect((await readDataStream(retried)).text).toBe('You said: again')
    const { messages } = await getChat(user, chatId)
    expect(messages).toHaveLength(2)
    expect(messages[0]).toMatchObject({ id: message.id, parts: [{ type: 'text', text: 'again' }] })
  })

  test('another user sees neither the chat nor its reply', async () => {
    const { chatId } = await chatOnce(user, 'mine')
    expect((await postChat(stranger, [userMessage('hi')], { chatId })).status).toBe(401)
    expect((await stranger.get(`/api/chat?id=${chatId}`)).status).toBe(401)
    expect((await stranger.get(`/api/chat/${chatId}/stream`)).status).toBe(401)
    expect((await stranger.delete(`/api/chat/${chatId}/stream`)).status).toBe(401)
    expect((await stranger.delete(`/api/chat?id=${chatId}`)).status).toBe(401)
    expect((await stranger.patch(`/api/chat?id=${chatId}`, { title: 'x' })).status).toBe(401)
    expect((await getChat(user, chatId)).messages).toHaveLength(2)
  })

  const good = {
    id: randomUUID(),
    messages: [userMessage('hi')],
    selectedChatModel: 'chat-model-small',
  }
  test.each<[string, unknown]>([
    ['not JSON', undefined],
    ['an id that is no UUID', { ...good, id: 'abc' }],
    ['no id', { ...good, id: undefined }],
    ['no messages', { ...good, messages: undefined }],
    ['an empty history', { ...good, messages: [] }],
    ['no user message', { ...good, messages: [{ role: 'assistant', content: 'hi' }] }],
    [
      'a last entry of the assistant',
      { ...good, messages: [userMessage('a'), { role: 'assistant', content: 'b' }] },
    ],
    ['an unknown model', { ...good, selectedChatModel: 'gpt-17' }],
    ['an empty message', { ...good, messages: [userMessage('  ')] }],
    [
      'a file that is no image',
      {
        ...good,
        messages: [
          {
            role: 'user',
            parts: [
              { type: 'file', mediaType: 'application/pdf', url: 'https://example.com/a.pdf' },
            ],
          },
        ],
      },
    ],
    ['the same id twice', { ...good, messages: [userMessage('a', 'x'), userMessage('b', 'x')] }],
  ])('%s is refused with 400', async (_what, body) => {
    const response =
      body === undefined
        ? await user.raw('/api/chat', {
            method: 'POST',
            body: '{',
            headers: { 'Content-Type': 'application/json' },
          })
        : await user.post('/api/chat', body)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toBe('application/problem+json')
    expect(await response.json()).toMatchObject({ status: 400, requestId: expect.any(String) })
  })

  test('a caller without a session gets 401 before anything else is checked', async () => {
    const nobody = app.client()
    const response = await nobody.post('/api/chat', { nonsense: true })
    expect(response.status).toBe(401)
  })

  test('an unknown method is answered 405 with Allow, an unknown path 404', async () => {
    const put = await user.raw('/api/chat', { method: 'PUT' })
    expect(put.status).toBe(405)
    expect(put.headers.get('allow')).toBe('GET, POST, PATCH, DELETE, HEAD')
    const unknown = await user.get('/api/nothing')
    expect(unknown.status).toBe(404)
    expect(unknown.headers.get('content-type')).toBe('application/problem+json')
  })
})

describe('two requests for one chat at the same time', () => {
  test('another message is refused while a reply is written, and the same one joins the reply', async () => {
    const chatId = randomUUID()
    const message = userMessage('slow please')
    const first = await postChat(user, [message], { chatId })
    const other = await postChat(user, [message, userMessage('other')], { chatId })
    expect(other.status).toBe(409)
    expect(Number(other.headers.get('retry-after'))).toBeGreaterThan(0)

    const joined = await postChat(user, [message], { chatId })
    expect(joined.headers.get('x-message-id')).toBe(first.headers.get('x-message-id'))
    const [a, b] = await Promise.all([readDataStream(first), readDataStream(joined)])
    expect(a.text).toBe('word '.repeat(200))
    expect(b.text).toBe(a.text)
    expect((await getChat(user, chatId)).messages).toHaveLength(2)
  })

  test('the chat takes the next message before the last byte of the reply is read', async () => {
    const { chatId, message } = await chatOnce(user, 'one')
    for (const text of ['two', 'three', 'four']) {
      const response = await postChat(user, [message, userMessage(text)], { chatId })
      expect(response.status).toBe(200)
      await readDataStream(response)
    }
    expect((await getChat(user, chatId)).messages).toHaveLength(8)
  })

  test('of two first messages that race none is lost', async () => {
    const chatId = randomUUID()
    const responses = await Promise.all([
      postChat(user, [userMessage('slow one')], { chatId }),
      postChat(user, [userMessage('slow two')], { chatId }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    await Promise.all(responses.map((response) => response.text()))
  })
})
