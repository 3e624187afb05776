import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { markInterruptedReplies } from '#core/replies/mark-interrupted-replies.ts'
import { createOrm, type Orm } from '#db/orm.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { getChat, postChat, textOf, userMessage } from '#tests/support/chat.ts'
import { createClient, type TestClient } from '#tests/support/client.ts'
import { type FakeOpenAi, lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { readDataStream, startReading } from '#tests/support/read-data-stream.ts'
import type { RunningProcess } from '#tests/support/run-process.ts'

let model: FakeOpenAi
let app: TestApp
let orm: Orm
let user: TestClient
let frozen: (RunningProcess & { url: string }) | undefined

beforeAll(async () => {
  model = await startFakeOpenAi({
    reply(request) {
      if (!request.body.stream) return { text: 'A title' }
      return lastUserText(request).includes('slow')
        ? { text: { count: 6_000, delta: (index) => `word${index} ` }, delayMs: 20 }
        : { text: 'Quick.' }
    },
  })
  app = await startApp({ env: { OPENAI_BASE_URL: model.url, DRAIN_SECONDS: '0' } })
  orm = await createOrm(app.databaseUrl, 2)
  user = app.client()
  await user.register()
})

afterEach(async () => {
  frozen?.kill('SIGCONT')
  await frozen?.stop()
})

afterAll(async () => {
  await orm?.close(true)
  await app?.stop()
  await model?.close()
})

/** Starts a long reply on a process of its own, and freezes that once some of it is stored. */
async function freezeInReply() {
  frozen = await app.startWeb()
  const client = createClient(frozen.url)
  client.setCookie(user.cookie())
  const chatId = randomUUID()
  const response = await postChat(client, [userMessage('slow')], { chatId })
  const { reading } = startReading(response)
  await expect
    .poll(async () => textOf((await getChat(user, chatId)).messages[1]))
    .toContain('word5')
  frozen.kill('SIGSTOP')
  const status = async () => (await getChat(user, chatId)).messages[1]?.status
  await expect.poll(status, { interval: 200 }).toBe('interrupted')
  return { chatId, reading, process: frozen }
}

/** Expects that a process which goes on ends the call of the model and its readers, and stores nothing. */
async function expectFenced({
  chatId,
  reading,
  process,
}: Awaited<ReturnType<typeof freezeInReply>>) {
  const before = await row(chatId)
  expect(before?.status).toBe('interrupted')
  process.kill('SIGCONT')

  // The reader gets the end of the stream, not a connection that hangs.
  await reading.catch(() => {})
  await expect.poll(() => model.openStreams).toBe(0)
  expect(await row(chatId)).toEqual(before)
}

async function row(chatId: string) {
  const [found] = await app.database.sql<{ status: string; parts: unknown }>(
    'select id, status, parts, usage, heartbeat_at from message where chat_id = $1 and position = 1',
    [chatId],
  )
  return found
}

describe('a web process that was frozen in the middle of a reply and goes on', () => {
  test('it has lost the reply to the clean-up', async () => {
    const reply = await freezeInReply()
    expect(await markInterruptedReplies({ orm })).toBe(1)

    await expectFenced(reply)
  })

  test('it has lost the chat to the next turn, which alone is written', async () => {
    const reply = await freezeInReply()
    await markInterruptedReplies({ orm })
    const { chatId } = reply
    const next = await postChat(user, [userMessage('slow, the next turn')], { chatId })
    const { begun, reading } = startReading(next)
    await begun

    const before = await row(chatId)
    reply.process.kill('SIGCONT')
    await reply.reading.catch(() => {})
    // Only the call of the next turn goes on.
    await expect.poll(() => model.openStreams).toBe(1)
    expect(await row(chatId)).toEqual(before)
    const streaming = await app.database.sql(
      "select id from message where chat_id = $1 and status = 'streaming'",
      [chatId],
    )
    expect(streaming).toEqual([{ id: next.headers.get('x-message-id') }])

    // A stop from the process that was frozen stops the reply that is being written.
    const there = createClient(reply.process.url)
    there.setCookie(user.cookie())
    expect((await there.delete(`/api/chat/${chatId}/stream`)).status).toBe(204)
    expect((await reading).text).toContain('word0')
    const { messages } = await getChat(user, chatId)
    expect(messages.map(({ status }) => status)).toEqual([
      'complete',
      'interrupted',
      'complete',
      'stopped',
    ])
    const last = await postChat(user, [userMessage('go on')], { chatId })
    expect((await readDataStream(last)).text).toBe('Quick.')
  })
})
