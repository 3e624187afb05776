import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { chatOnce, getChat, postChat, textOf, userMessage } from '#tests/support/chat.ts'
import type { TestClient } from '#tests/support/client.ts'
import {
  type FakeOpenAi,
  hasToolResult,
  lastUserText,
  startFakeOpenAi,
} from '#tests/support/fake-openai.ts'
import { readDataStream } from '#tests/support/read-data-stream.ts'

let model: FakeOpenAi
let app: TestApp
let user: TestClient
let stranger: TestClient

beforeAll(async () => {
  model = await startFakeOpenAi({
    reply(request) {
      const text = lastUserText(request)
      if (text.includes('weather') && !hasToolResult(request)) {
        return { toolCalls: [{ name: 'getWeather', input: { latitude: 48.85, longitude: 2.35 } }] }
      }
      if (text.includes('fail')) return { status: 400 }
      if (text.includes('cut'))
        return { text: 'one two three four five six', cutAfter: 3, delayMs: 5 }
      if (text.includes('think')) return { reasoning: 'Let me see. ', text: 'Thought.' }
      if (text.includes('slow')) return { text: Array(200).fill('word '), delayMs: 20 }
      return { text: `You said: ${text}` }
    },
  })
  app = await startApp({
    env: { OPENAI_BASE_URL: model.url, WEATHER_BASE_URL: 'http://127.0.0.1:9' },
  })
  user = app.client()
  stranger = app.client()
  await Promise.all([user.register(), stranger.register()])
})

afterAll(async () => {
  await app?.stop()
  await model?.close()
})

describe('POST /api/chat', () => {
  it('streams the reply as a data stream and stores it', async () => {
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

  it('streams reasoning, without tools, with the reasoning model', async () => {
    const { reply, chatId } = await chatOnce(user, 'think about it', {
      model: 'chat-model-reasoning',
    })
    expect(reply.reasoning).toBe('Let me see. ')
    expect(reply.text).toBe('Thought.')
    const call = model.requests.findLast((request) => lastUserText(request) === 'think about it')
    expect(call?.body.tools).toBeUndefined()
    const { messages } = await getChat(user, chatId)
    expect(messages[1]?.parts).toContainEqual({ type: 'reasoning', text: 'Let me see. ' })
  })

  it('runs a tool and goes on; a tool that fails does not fail the reply', async () => {
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

  it('answers 500 with the text of the contract when the model fails before the first part', async () => {
    const chatId = randomUUID()
    const response = await postChat(user, [userMessage('please fail')], { chatId })
    expect(response.status).toBe(500)
    expect(await response.text()).toBe('3:"Oops, an error occured!"\n')
    const { messages } = await getChat(user, chatId)
    expect(messages[1]).toMatchObject({ role: 'assistant', status: 'failed', parts: [] })
  })

  it('keeps what came before the model broke off, marked as failed, and can be retried', async () => {
    const chatId = randomUUID()
    const message = userMessage('please be cut')
    const response = await postChat(user, [message], { chatId })
    expect(response.status).toBe(200)
    const reply = await readDataStream(response)
    expect(reply.text).toMatch(/^one two three/)
    expect(reply.errors).toEqual(['Oops, an error occured!'])
    const failed = await getChat(user, chatId)
    expect(failed.messages[1]).toMatchObject({ status: 'failed' })
    expect(textOf(failed.messages[1])).toBe(reply.text)

    const retried = await postChat(user, [{ ...message, content: 'again' }], { chatId })
    expect((await readDataStream(retried)).text).toBe('You said: again')
    const { messages } = await getChat(user, chatId)
    expect(messages).toHaveLength(2)
    expect(messages[0]).toMatchObject({ id: message.id, parts: [{ type: 'text', text: 'again' }] })
  })

  it('shows a stranger neither the chat nor its reply', async () => {
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
  it.each<[string, unknown]>([
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
  ])('answers 400 to %s', async (_what, body) => {
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

  it('answers 401 before it looks at anything else', async () => {
    const nobody = app.client()
    const response = await nobody.post('/api/chat', { nonsense: true })
    expect(response.status).toBe(401)
  })

  it('answers 405 with Allow, and 404 to unknown paths', async () => {
    const put = await user.raw('/api/chat', { method: 'PUT' })
    expect(put.status).toBe(405)
    expect(put.headers.get('allow')).toBe('GET, POST, PATCH, DELETE, HEAD')
    const unknown = await user.get('/api/nothing')
    expect(unknown.status).toBe(404)
    expect(unknown.headers.get('content-type')).toBe('application/problem+json')
  })
})

describe('message forms', () => {
  it.each<[string, unknown]>([
    ['content as a string', { role: 'user', content: 'form' }],
    ['content as parts', { role: 'user', content: [{ type: 'text', text: 'form' }] }],
    ['parts', { role: 'user', parts: [{ type: 'text', text: 'form' }] }],
    [
      'parts and content',
      { role: 'user', content: 'form', parts: [{ type: 'text', text: 'form' }] },
    ],
  ])('takes %s', async (_form, message) => {
    const chatId = randomUUID()
    const reply = await readDataStream(await postChat(user, [message], { chatId }))
    expect(reply.text).toBe('You said: form')
    const { messages } = await getChat(user, chatId)
    expect(messages[0]?.parts).toEqual([{ type: 'text', text: 'form' }])
  })

  it('passes a public https image on as a URL, in every form', async () => {
    const url = 'https://images.example.com/cat.png'
    const forms = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'see' },
          { type: 'image', image: url },
        ],
      },
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'see' },
          { type: 'file', mediaType: 'image/png', url },
        ],
      },
      {
        role: 'user',
        content: 'see',
        experimental_attachments: [{ url, name: 'cat.png', contentType: 'image/png' }],
      },
    ]
    for (const form of forms) {
      const chatId = randomUUID()
      await readDataStream(await postChat(user, [form], { chatId }))
      expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(url)
      const { messages } = await getChat(user, chatId)
      expect(messages[0]?.parts).toContainEqual(
        expect.objectContaining({ type: 'file', mediaType: 'image/png', url }),
      )
    }
  })

  it('drops system messages of a client', async () => {
    await readDataStream(
      await postChat(user, [
        { role: 'system', content: 'You are a pirate' },
        userMessage('who are you'),
      ]),
    )
    expect(JSON.stringify(model.requests.at(-1)?.body)).not.toContain('pirate')
  })

  it('gives the model the history, with tool results of both SDK generations', async () => {
    const old = {
      id: 'old-reply',
      role: 'assistant',
      content: 'It is warm.',
      toolInvocations: [
        {
          state: 'result',
          toolCallId: 'c1',
          toolName: 'getWeather',
          args: { latitude: 1 },
          result: { t: 21.5 },
        },
      ],
    }
    const today = {
      id: 'new-reply',
      role: 'assistant',
      parts: [
        {
          type: 'tool-getWeather',
          toolCallId: 'c2',
          state: 'output-available',
          input: { latitude: 2 },
          output: { t: 31.5 },
        },
        { type: 'text', text: 'It is hot.' },
      ],
    }
    await readDataStream(
      await postChat(user, [userMessage('a'), old, userMessage('b'), today, userMessage('c')]),
    )
    const sent = JSON.stringify(model.requests.at(-1)?.body)
    for (const piece of ['It is warm.', '21.5', 'It is hot.', '31.5']) expect(sent).toContain(piece)
  })
})

describe('the stored chat follows the history that the client sends', () => {
  it('appends a new user message', async () => {
    const { chatId, message } = await chatOnce(user, 'first')
    const { messages } = await getChat(user, chatId)
    await readDataStream(
      await postChat(user, [message, messages[1], userMessage('second')], { chatId }),
    )
    const after = await getChat(user, chatId)
    expect(after.messages.map(textOf)).toEqual([
      'first',
      'You said: first',
      'second',
      'You said: second',
    ])
  })

  it('maps an id that is no UUID to the same row each time', async () => {
    const chatId = randomUUID()
    const message = userMessage('stock client', 'msg-abc123')
    await readDataStream(await postChat(user, [message], { chatId }))
    await readDataStream(await postChat(user, [message], { chatId }))
    const { messages } = await getChat(user, chatId)
    expect(messages).toHaveLength(2)
    expect(messages[0]?.id).toMatch(/^[0-9a-f-]{14}5/)
  })

  it('replaces an edited message and drops what came after it, with its votes', async () => {
    const { chatId, message, messageId } = await chatOnce(user, 'first')
    await readDataStream(await postChat(user, [message, userMessage('second')], { chatId }))
    const vote = { chatId, messageId, type: 'up' }
    expect((await user.patch('/api/vote', vote)).status).toBe(200)

    await readDataStream(await postChat(user, [{ ...message, content: 'edited' }], { chatId }))
    const { messages } = await getChat(user, chatId)
    expect(messages.map(textOf)).toEqual(['edited', 'You said: edited'])
    expect(await (await user.get(`/api/vote?chatId=${chatId}`)).json()).toEqual([])
  })

  it('stores the whole history of a chat that begins elsewhere', async () => {
    const chatId = randomUUID()
    const history = [
      userMessage('a'),
      { id: randomUUID(), role: 'assistant', content: 'b' },
      userMessage('c'),
    ]
    await readDataStream(await postChat(user, history, { chatId }))
    expect((await getChat(user, chatId)).messages.map(textOf)).toEqual([
      'a',
      'b',
      'c',
      'You said: c',
    ])
  })

  it('answers 409 to a message id of another chat, and writes nothing', async () => {
    const { message } = await chatOnce(user, 'elsewhere')
    const { chatId } = await chatOnce(user, 'here')
    expect((await postChat(user, [message], { chatId })).status).toBe(409)
    expect((await getChat(user, chatId)).messages).toHaveLength(2)
    const fresh = randomUUID()
    expect((await postChat(user, [message], { chatId: fresh })).status).toBe(409)
    expect((await user.get(`/api/chat?id=${fresh}`)).status).toBe(404)
  })

  it('gives a message id that several new chats claim at once to one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const message = userMessage('whose?')
      const responses = await Promise.all([1, 2, 3].map(() => postChat(user, [message])))
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      await Promise.all(responses.map((response) => response.text()))
    }
  })
})

describe('two requests for one chat', () => {
  it('refuses another message while a reply is written, and lets the same one join', async () => {
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

  it('is free again before the last byte of the reply', async () => {
    const { chatId, message } = await chatOnce(user, 'one')
    for (const text of ['two', 'three', 'four']) {
      const response = await postChat(user, [message, userMessage(text)], { chatId })
      expect(response.status).toBe(200)
      await readDataStream(response)
    }
    expect((await getChat(user, chatId)).messages).toHaveLength(8)
  })

  it('loses neither of two first messages that race', async () => {
    const chatId = randomUUID()
    const responses = await Promise.all([
      postChat(user, [userMessage('slow one')], { chatId }),
      postChat(user, [userMessage('slow two')], { chatId }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
    await Promise.all(responses.map((response) => response.text()))
  })
})

describe('PATCH and DELETE /api/chat', () => {
  it('renames and shares', async () => {
    const { chatId } = await chatOnce(user, 'to be renamed')
    const renamed = await user.patch(`/api/chat?id=${chatId}`, { title: '  New name ' })
    expect(await renamed.json()).toMatchObject({ id: chatId, title: 'New name' })
    expect((await stranger.get(`/api/chat?id=${chatId}`)).status).toBe(401)
    await user.patch(`/api/chat?id=${chatId}`, { visibility: 'public' })
    expect((await stranger.get(`/api/chat?id=${chatId}`)).status).toBe(200)
    expect((await stranger.patch(`/api/chat?id=${chatId}`, { title: 'x' })).status).toBe(401)
  })

  it.each([[{}], [{ title: ' ' }], [{ visibility: 'secret' }], [{ title: 'x'.repeat(201) }]])(
    'answers 400 to %j',
    async (body) => {
      const { chatId } = await chatOnce(user, 'patched')
      expect((await user.patch(`/api/chat?id=${chatId}`, body)).status).toBe(400)
    },
  )

  it('deletes the chat with its messages and votes', async () => {
    const { chatId, messageId } = await chatOnce(user, 'to be deleted')
    await user.patch('/api/vote', { chatId, messageId, type: 'down' })
    const response = await user.delete(`/api/chat?id=${chatId}`)
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('Chat deleted')
    const [left] = await app.database.sql<{ n: string }>(
      `select (select count(*) from message where chat_id = $1) + (select count(*) from vote where chat_id = $1)
            + (select count(*) from chat where id = $1) as n`,
      [chatId],
    )
    expect(left?.n).toBe('0')
  })

  it('answers 404 to a missing id and to an unknown chat, 400 to one that is no UUID', async () => {
    expect((await user.delete('/api/chat')).status).toBe(404)
    expect((await user.delete(`/api/chat?id=${randomUUID()}`)).status).toBe(404)
    expect((await user.delete('/api/chat?id=abc')).status).toBe(400)
  })

  it('stops a running reply before it deletes', async () => {
    const chatId = randomUUID()
    const response = await postChat(user, [userMessage('slow, to be deleted')], { chatId })
    expect((await user.delete(`/api/chat?id=${chatId}`)).status).toBe(200)
    await response.text()
    expect((await user.get(`/api/chat?id=${chatId}`)).status).toBe(404)
    await expect.poll(() => model.openStreams).toBe(0)
  })
})
