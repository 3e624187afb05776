import { randomUUID } from 'node:crypto'
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { chatOnce, getChat, postChat, textOf, userMessage } from '#tests/support/chat.ts'
import { createClient, type TestClient } from '#tests/support/client.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'
import { type FakeOpenAi, lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { readDataStream, startReading } from '#tests/support/read-data-stream.ts'

const WORDS = 100
const SLOW = { text: Array(WORDS).fill('word '), delayMs: 20 }
const WHOLE = 'word '.repeat(WORDS)

let model: FakeOpenAi
let app: TestApp
let user: TestClient
/** The same session on another web process. */
let elsewhere: TestClient

beforeAll(async () => {
  model = await startFakeOpenAi({
    reply(request) {
      if (!request.body.stream)
        return { text: 'A generated title', delayMs: 300, firstDelayMs: 300 }
      const text = lastUserText(request)
      if (text.includes('refuse late')) return { status: 401, firstDelayMs: 2_500 }
      if (text.includes('think long')) return { text: 'Late.', firstDelayMs: 2_500 }
      if (text.includes('hang')) return { text: ['so far, ', 'never'], hangAfter: 1 }
      if (text.includes('think')) return { reasoning: 'Let me see. ', text: 'Thought.' }
      return text.includes('slow') ? SLOW : { text: `You said: ${text}` }
    },
  })
  app = await startApp({ worker: true, env: { OPENAI_BASE_URL: model.url } })
  user = app.client()
  await user.register()
  const other = await app.startWeb()
  elsewhere = createClient(other.url)
  elsewhere.setCookie(user.cookie())
})

afterAll(async () => {
  await app?.stop()
  await model?.close()
})

/** Starts a slow reply, and returns once it has begun. */
async function startSlow(text = 'slow') {
  const chatId = randomUUID()
  const response = await postChat(user, [userMessage(text)], { chatId })
  expect(response.status).toBe(200)
  return { chatId, response, messageId: response.headers.get('x-message-id') ?? '' }
}

describe('a reply whose reader leaves', () => {
  test('the whole reply is stored', async () => {
    const reader = new AbortController()
    const chatId = randomUUID()
    await postChat(user, [userMessage('slow, then gone')], { chatId, signal: reader.signal })
    reader.abort()
    await expect
      .poll(async () => (await getChat(user, chatId)).messages[1]?.status)
      .toBe('complete')
    expect(textOf((await getChat(user, chatId)).messages[1])).toBe(WHOLE)
  })

  test('the same web process resumes the reply from its start', async () => {
    const { chatId, response, messageId } = await startSlow()
    const { begun, reading } = startReading(response)
    await begun
    const resumed = await user.get(`/api/chat/${chatId}/stream`)
    expect(resumed.status).toBe(200)
    expect(resumed.headers.get('x-message-id')).toBe(messageId)
    const [first, second] = await Promise.all([reading, readDataStream(resumed)])
    expect(second.text).toBe(WHOLE)
    expect(second.finish).toEqual(first.finish)
    expect((await user.get(`/api/chat/${chatId}/stream`)).status).toBe(204)
  })

  test('another web process resumes the reply from its start', async () => {
    const { chatId, response, messageId } = await startSlow()
    const resumed = await elsewhere.get(`/api/chat/${chatId}/stream`)
    expect(resumed.headers.get('x-message-id')).toBe(messageId)
    const reply = await readDataStream(resumed)
    expect(reply.text).toBe(WHOLE)
    expect(reply.finish?.finishReason).toBe('stop')
    await response.text()
  })

  test('the same request on another web process joins the reply', async () => {
    const chatId = randomUUID()
    const message = userMessage('slow, joined')
    const first = await postChat(user, [message], { chatId })
    const joined = await postChat(elsewhere, [message], { chatId })
    expect(joined.status).toBe(200)
    expect((await readDataStream(joined)).text).toBe(WHOLE)
    await first.text()
    expect((await getChat(user, chatId)).messages).toHaveLength(2)
  })

  test('an idle chat and an unknown one have nothing to resume', async () => {
    const { chatId } = await chatOnce(user, 'idle')
    expect((await user.get(`/api/chat/${chatId}/stream`)).status).toBe(204)
    expect((await user.delete(`/api/chat/${chatId}/stream`)).status).toBe(204)
    expect((await user.get(`/api/chat/${randomUUID()}/stream`)).status).toBe(204)
    expect((await user.get('/api/chat/abc/stream')).status).toBe(400)
  })
})

describe('stopping a reply', () => {
  test.each([
    ['the process that writes', () => user],
    ['another process', () => elsewhere],
  ])(
    'the reply ends within a second on %s, and what was written is kept',
    async (_where, client) => {
      let soonest = Infinity
      // A busy machine may hold up one of them, and not each of five.
      for (let attempt = 0; attempt < 5 && soonest > 1_000; attempt += 1) {
        const chatId = randomUUID()
        const response = await postChat(user, [userMessage('hang')], { chatId })
        await expect.poll(() => model.openStreams).toBe(1)
        const startedAt = performance.now()
        expect((await client().delete(`/api/chat/${chatId}/stream`)).status).toBe(204)
        await expect.poll(() => model.openStreams).toBe(0)
        soonest = Math.min(soonest, performance.now() - startedAt)
        const reply = await readDataStream(response)
        expect(reply.text).toBe('so far, ')
        expect(reply.errors).toEqual([])
        const { messages } = await getChat(user, chatId)
        expect(messages[1]?.status).toBe('stopped')
        expect(textOf(messages[1])).toBe('so far, ')
      }
      expect(soonest).toBeLessThan(1_000)
    },
  )
})

describe('the title of a chat', () => {
  test('the worker writes it into the open stream and the chat', async () => {
    const { chatId, response } = await startSlow('slow with a title')
    expect((await getChat(user, chatId)).title).toBe('slow with a title')
    const reply = await readDataStream(response)
    expect(reply.data).toEqual([{ type: 'chat-title', content: 'A generated title' }])
    expect((await getChat(user, chatId)).title).toBe('A generated title')
  })

  test.each(['text/plain', 'text/event-stream'])(
    'it does not open the answer: a model that fails after it is a 500 (%s)',
    async (accept) => {
      expectErrorLogs(/^reply failed: the model provider refused the key/)
      const chatId = randomUUID()
      const messages = [userMessage('refuse late')]
      const response = await postChat(user, messages, { chatId, headers: { accept } })
      expect((await getChat(user, chatId)).title).toBe('A generated title')
      expect(response.status).toBe(500)
      expect(response.headers.get('x-error-kind')).toBe('key-refused')
      const body = await response.text()
      if (accept === 'text/plain') expect(body).toBe('3:"Oops, an error occured!"\n')
      else expect(JSON.parse(body.slice(6))).toMatchObject({ type: 'error' })
    },
  )

  test('it waits with the start of the message for the first word of the model', async () => {
    const chatId = randomUUID()
    const response = await postChat(user, [userMessage('think long')], { chatId })
    const reader = response.body?.getReader()
    const first = new TextDecoder().decode((await reader?.read())?.value)
    const [beginning, word] = first.split('\n0:')
    expect(word).toContain('Late')
    expect(beginning).toContain(`f:{"messageId":"${response.headers.get('x-message-id')}"}`)
    expect(beginning).toContain('2:[{"type":"chat-title","content":"A generated title"}]')
    await reader?.cancel()
  })

  test('a title typed by the user is never overwritten', async () => {
    const { chatId, response } = await startSlow('slow, renamed')
    await user.patch(`/api/chat?id=${chatId}`, { title: 'Mine' })
    await response.text()
    await app.worker?.waitForLog(
      (line) => line.msg === 'job done' && String(line.jobId).startsWith(`title-${chatId}-`),
    )
    expect((await getChat(user, chatId)).title).toBe('Mine')
  })

  test('a chat that reuses the id of a deleted one gets a title too', async () => {
    const { chatId } = await chatOnce(user, 'one life')
    await expect.poll(async () => (await getChat(user, chatId)).title).toBe('A generated title')
    await user.delete(`/api/chat?id=${chatId}`)
    await chatOnce(user, 'another life', { chatId })
    await expect.poll(async () => (await getChat(user, chatId)).title).toBe('A generated title')
  })
})

describe("today's SDK", () => {
  test('it reads the UI message stream of POST /api/chat', async () => {
    const transport = new DefaultChatTransport<UIMessage>({
      api: `${app.url}/api/chat`,
      headers: { cookie: user.cookie(), accept: 'text/event-stream' },
      body: { selectedChatModel: 'chat-model-reasoning' },
    })
    const chatId = randomUUID()
    const stream = await transport.sendMessages({
      chatId,
      trigger: 'submit-message',
      messageId: undefined,
      abortSignal: undefined,
      messages: [{ id: 'stock-id', role: 'user', parts: [{ type: 'text', text: 'think' }] }],
    })
    let last: UIMessage | undefined
    for await (const message of readUIMessageStream({ stream })) last = message
    expect(last?.parts.filter(({ type }) => type !== 'step-start')).toMatchObject([
      { type: 'reasoning', text: 'Let me see. ' },
      { type: 'text', text: 'Thought.' },
    ])
    expect((await getChat(user, chatId)).messages[1]?.id).toBe(last?.id)
  })

  test('its client resumes a reply', async () => {
    const { chatId, response } = await startSlow()
    const transport = new DefaultChatTransport<UIMessage>({
      api: `${app.url}/api/chat`,
      headers: { cookie: user.cookie(), accept: 'text/event-stream' },
    })
    const stream = await transport.reconnectToStream({ chatId })
    if (!stream) throw new Error('Nothing to resume.')
    let last: UIMessage | undefined
    for await (const message of readUIMessageStream({ stream })) last = message
    expect(last?.parts.map((part) => ('text' in part ? part.text : '')).join('')).toBe(WHOLE)
    await response.text()
  })
})
