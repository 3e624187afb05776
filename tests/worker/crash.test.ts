import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { chatOnce, getChat, postChat, textOf, userMessage } from '#tests/support/chat.ts'
import { createClient, type TestClient } from '#tests/support/client.ts'
import { type FakeOpenAi, lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { readDataStream } from '#tests/support/read-data-stream.ts'
import { enqueueCleanUp, scheduledJobs } from '#tests/support/test-queue.ts'

let model: FakeOpenAi
let app: TestApp
let user: TestClient
let titleDelayMs = 0

beforeAll(async () => {
  model = await startFakeOpenAi({
    reply(request) {
      if (!request.body.stream) return { text: 'A title', firstDelayMs: titleDelayMs }
      return lastUserText(request).includes('slow')
        ? { text: Array(500).fill('word '), delayMs: 20 }
        : { text: 'Quick.' }
    },
  })
  app = await startApp({ env: { OPENAI_BASE_URL: model.url, DRAIN_SECONDS: '1' } })
  user = app.client()
  await user.register()
})

afterAll(async () => {
  await app?.stop()
  await model?.close()
})

function clientOf(url: string) {
  const client = createClient(url)
  client.setCookie(user.cookie())
  return client
}

/** The text of a stream that may be cut off. */
async function readWhatComes(
  response: Response,
  onText: (soFar: string) => void = () => {},
): Promise<string> {
  let text = ''
  await readDataStream(response, {
    onText: (delta) => {
      text += delta
      onText(text)
    },
  }).catch(() => {})
  return text
}

describe('a web process killed in the middle of a reply', () => {
  test('the reply loses at most two seconds, and the chat can go on', async () => {
    const victim = await app.startWeb()
    const chatId = randomUUID()
    const message = userMessage('slow, to be killed')
    const response = await postChat(clientOf(victim.url), [message], { chatId })
    let reachMiddle = () => {}
    const middle = new Promise<void>((resolve) => {
      reachMiddle = resolve
    })
    const text = readWhatComes(response, (soFar) => {
      if (soFar.length > 'word '.length * 150) reachMiddle()
    })
    await middle
    victim.kill('SIGKILL')
    const seen = await text

    await expect
      .poll(async () => (await getChat(user, chatId)).messages[1]?.status)
      .toBe('interrupted')
    const stored = textOf((await getChat(user, chatId)).messages[1])
    const wordsLost = (seen.length - stored.length) / 'word '.length
    expect(stored.length).toBeGreaterThan(0)
    // Of the three seconds that there were; a busy machine may write half a second late.
    expect(wordsLost * 20).toBeLessThanOrEqual(2_500)

    const retried = await postChat(user, [{ ...message, content: 'go on' }], { chatId })
    expect((await readDataStream(retried)).text).toBe('Quick.')
    const { messages } = await getChat(user, chatId)
    expect(messages.map(({ status }) => status)).toEqual(['complete', 'complete'])
  })
})

describe('a web process asked to stop', () => {
  test('it takes no new connections, stores running replies as interrupted, and exits', async () => {
    const leaving = await app.startWeb()
    const chatId = randomUUID()
    const response = await postChat(clientOf(leaving.url), [userMessage('slow, drained')], {
      chatId,
    })
    const text = readWhatComes(response)
    leaving.kill('SIGTERM')
    await leaving.waitForLog((line) => line.msg === 'draining')
    const connect = () => fetch(`${leaving.url}/healthz`)
    await expect.poll(() => connect().catch(() => 'refused')).toBe('refused')
    expect(await leaving.exited).toEqual({ code: 0, signal: null })
    const stored = (await getChat(user, chatId)).messages[1]
    expect(stored?.status).toBe('interrupted')
    expect(textOf(stored)).toBe(await text)
  })
})

describe('a worker killed in the middle of a job', () => {
  test('another worker runs the job again', async () => {
    titleDelayMs = 2_000
    const victim = await app.startWorker()
    const { chatId } = await chatOnce(user, 'a chat that wants a title')
    await expect.poll(() => model.openStreams).toBeGreaterThan(0)
    victim.kill('SIGKILL')
    await victim.exited
    titleDelayMs = 0
    const other = await app.startWorker()
    await expect
      .poll(async () => (await getChat(user, chatId)).title, { timeout: 60_000, interval: 500 })
      .toBe('A title')
    await other.stop()
  })
})

describe('a chat whose title was never enqueued', () => {
  test('the clean-up job gives it one', async () => {
    const { chatId } = await chatOnce(user, 'forgotten')
    // As if the queue had been away when the chat was made.
    const worker = await app.startWorker()
    await expect.poll(async () => (await getChat(user, chatId)).title).toBe('A title')
    const lost = randomUUID()
    await app.database.sql(
      `insert into chat (id, user_id, title, created_at)
       select $1, user_id, 'lost', now() - interval '2 minutes' from chat where id = $2`,
      [lost, chatId],
    )
    await app.database.sql(
      `insert into message (id, chat_id, position, role, parts)
       values ($1, $2, 0, 'user', '[{"type":"text","text":"lost"}]')`,
      [randomUUID(), lost],
    )
    await expect.poll(() => scheduledJobs(app)).toContain('clean-up')
    await enqueueCleanUp(app)
    await expect.poll(async () => (await getChat(user, lost)).title).toBe('A title')
    await worker.stop()
  })
})
