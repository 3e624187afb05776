import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { getChat, postChat, textOf, userMessage } from '#tests/support/chat.ts'
import { createClient, type TestClient } from '#tests/support/client.ts'
import { type FakeOpenAi, lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { readDataStream, startReading } from '#tests/support/read-data-stream.ts'

let app: TestApp
let model: FakeOpenAi
let user: TestClient
/** The same session on another web process. */
let elsewhere: TestClient

beforeAll(async () => {
  model = await startFakeOpenAi({
    reply(request) {
      if (!request.body.stream) return { text: 'A title' }
      const text = lastUserText(request)
      if (text.includes('slow')) {
        return { text: { count: 3_000, delta: (index) => `word${index} ` }, delayMs: 20 }
      }
      if (text.includes('think')) return { text: 'never', firstDelayMs: 60_000 }
      return { text: 'The next answer.' }
    },
  })
  app = await startApp({ env: { OPENAI_BASE_URL: model.url, DRAIN_SECONDS: '0' } })
  user = app.client()
  await user.register()
  elsewhere = createClient((await app.startWeb()).url)
  elsewhere.setCookie(user.cookie())
})

afterAll(async () => {
  await app?.stop()
  await model?.close()
})

/** Starts a reply, and returns once its first words are there. */
async function startReply() {
  const chatId = randomUUID()
  const reader = new AbortController()
  const message = userMessage('slow')
  const response = await postChat(user, [message], { chatId, signal: reader.signal })
  const { begun, reading } = startReading(response)
  reading.catch(() => {})
  await begun
  return { chatId, reader, message, messageId: response.headers.get('x-message-id') ?? '' }
}

/**
 * Sends a message as a client does: again, when it was refused. On a busy machine
 * the service may see later than after a second that the last reader has left.
 */
async function sendNext(client: TestClient, chatId: string): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await postChat(client, [userMessage('next')], { chatId })
    if (response.status !== 409 || attempt === 3) return response
    await response.body?.cancel()
  }
}

/**
 * Tries again, in another chat, where the service has seen too late that a reader
 * has left: a busy machine may hold it up once, and not three times.
 */
async function notTooLate<T>(attempt: () => Promise<T>, isInTime: (result: T) => boolean) {
  let result = await attempt()
  for (let count = 1; count < 3 && !isInTime(result); count += 1) result = await attempt()
  return result
}

const WHERE = [
  ['the process that writes the reply', () => user],
  ['another process', () => elsewhere],
] as const

describe.each(WHERE)('a new message on %s', (_where, client) => {
  test('it stops a reply whose reader has left, keeps what was written, and is answered', async () => {
    const { chatId, reader, messageId } = await startReply()
    reader.abort()

    const next = await sendNext(client(), chatId)

    expect(next.status).toBe(200)
    expect((await readDataStream(next)).text).toBe('The next answer.')
    const { messages } = await getChat(user, chatId)
    const statuses = messages.map(({ status }) => status)
    expect(statuses).toEqual(['complete', 'stopped', 'complete', 'complete'])
    expect(messages[1]?.id).toBe(messageId)
    expect(textOf(messages[1])).toMatch(/^word0 /)
    // The provider is no longer asked for the reply that was stopped.
    await expect.poll(() => model.openStreams).toBe(0)
  })

  test('it waits for a reader who is just about to leave', async () => {
    const leaveMeanwhile = async () => {
      const { chatId, reader } = await startReply()
      const sent = postChat(client(), [userMessage('next')], { chatId })
      await sleep(300)
      reader.abort()
      return sent
    }

    const next = await notTooLate(leaveMeanwhile, ({ status }) => status === 200)
    expect(next.status).toBe(200)
    expect((await readDataStream(next)).text).toBe('The next answer.')
  })

  test('it is 409 with Retry-After while somebody reads the reply, which goes on', async () => {
    const { chatId, reader } = await startReply()
    const other = new AbortController()
    const resumed = await user.get(`/api/chat/${chatId}/stream`, { signal: other.signal })
    const { begun, reading } = startReading(resumed)
    reading.catch(() => {})
    await begun
    // One reader of two has left.
    reader.abort()

    const from = performance.now()
    const refused = await postChat(client(), [userMessage('next')], { chatId })

    expect(refused.status).toBe(409)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(performance.now() - from).toBeGreaterThan(500)
    const { messages } = await getChat(user, chatId)
    expect(messages.map(({ status }) => status)).toEqual(['complete', 'streaming'])

    other.abort()
    const next = await sendNext(client(), chatId)
    expect((await readDataStream(next)).text).toBe('The next answer.')
  })

  test('it is not held up by those who asked for the headers of the reply alone', async () => {
    const { chatId, reader } = await startReply()
    for (const path of [
      `/api/chat/${chatId}/stream`,
      `/api/chat?chatId=${chatId}`,
      `/chat/${chatId}/live`,
    ]) {
      expect((await client().raw(path, { method: 'HEAD' })).status).toBe(200)
    }
    reader.abort()

    const next = await sendNext(user, chatId)
    expect(next.status).toBe(200)
    expect((await readDataStream(next)).text).toBe('The next answer.')
  })

  test('it stops a reply that nobody has read a part of', async () => {
    const chatId = randomUUID()
    const reader = new AbortController()
    const sent = postChat(user, [userMessage('think')], { chatId, signal: reader.signal })
    sent.catch(() => {})
    const status = async () =>
      (await user.get(`/api/chat?id=${chatId}`)).status === 200 &&
      (await getChat(user, chatId)).messages[1]?.status
    await expect.poll(status).toBe('streaming')

    // Who waits for the first part is a reader.
    expect((await postChat(client(), [userMessage('next')], { chatId })).status).toBe(409)
    reader.abort()
    const next = await sendNext(client(), chatId)

    expect((await readDataStream(next)).text).toBe('The next answer.')
    const { messages } = await getChat(user, chatId)
    const statuses = messages.map((message) => message.status)
    expect(statuses).toEqual(['complete', 'stopped', 'complete', 'complete'])
  })

  test('of two at once, one is answered', async () => {
    const sendBoth = async () => {
      const { chatId, reader } = await startReply()
      reader.abort()
      const both = await Promise.all(
        ['slow one', 'slow other'].map((text) =>
          postChat(client(), [userMessage(text)], { chatId }),
        ),
      )
      return { chatId, statuses: both.map(({ status }) => status).sort() }
    }

    const { chatId, statuses } = await notTooLate(sendBoth, ({ statuses }) => statuses[0] === 200)
    expect(statuses).toEqual([200, 409])
    await client().delete(`/api/chat/${chatId}/stream`)
    const { messages } = await getChat(user, chatId)
    expect(messages).toHaveLength(4)
  })
})

test.each(WHERE)(
  'a reader on another process keeps a reply from a new message on %s',
  async (_where, client) => {
    const { chatId, reader } = await startReply()
    const other = new AbortController()
    const resumed = await elsewhere.get(`/api/chat/${chatId}/stream`, { signal: other.signal })
    const { begun, reading } = startReading(resumed)
    reading.catch(() => {})
    await begun
    reader.abort()

    expect((await postChat(client(), [userMessage('next')], { chatId })).status).toBe(409)

    other.abort()
    const next = await sendNext(client(), chatId)
    expect((await readDataStream(next)).text).toBe('The next answer.')
  },
)

test('the same message again joins a reply whose reader has left', async () => {
  const { chatId, reader, message, messageId } = await startReply()
  reader.abort()

  const again = await postChat(user, [message], { chatId })

  expect(again.headers.get('x-message-id')).toBe(messageId)
  const { begun, reading } = startReading(again)
  reading.catch(() => {})
  await begun
  await user.delete(`/api/chat/${chatId}/stream`)
})

// A process collects its garbage about three seconds after it has started.
test('a reader who leaves is noticed also when garbage was collected while it waited', async () => {
  const fresh = createClient((await app.startWeb()).url)
  fresh.setCookie(user.cookie())
  const chatId = randomUUID()
  const reader = new AbortController()
  const sent = postChat(fresh, [userMessage('think')], { chatId, signal: reader.signal })
  sent.catch(() => {})
  await sleep(5_000)
  reader.abort()

  expect((await sendNext(fresh, chatId)).status).toBe(200)
})
