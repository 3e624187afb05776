import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'
import { untilQueryIsBlocked } from '#tests/support/blocked-query.ts'
import { chatOnce, postChat, userMessage } from '#tests/support/chat.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { type FakeOpenAi, lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { freeLoopbackPort } from '../../scripts/free-port.ts'

const WORDS = 'one two three four five six seven eight '

let provider: FakeOpenAi

beforeAll(async () => {
  provider = await startFakeOpenAi({
    reply: (request) => ({
      text: lastUserText(request).includes('for long') ? WORDS.repeat(10) : WORDS,
      delayMs: 200,
    }),
  })
})

afterAll(() => provider.close())

function startSlowApp() {
  const env = { OPENAI_BASE_URL: provider.url, OPENAI_API: 'chat', DRAIN_SECONDS: '15' }
  return startApp({ env })
}

test('the same signal twice at once, as npm passes it on, still lets a reply finish', async () => {
  await using app = await startSlowApp()
  const client = app.client()
  await client.register()
  const response = await postChat(client, [userMessage('Count')])
  app.web.kill('SIGTERM')
  // Apart by what npm needs to pass a signal on.
  await sleep(20)
  app.web.kill('SIGTERM')
  expect(await response.text()).toContain('"finishReason":"stop"')
  expect(await app.web.exited).toMatchObject({ code: 0 })
  expect(await app.database.sql("select 1 from message where status = 'complete'")).toHaveLength(2)
})

test('a second signal later ends the process at once', async () => {
  await using app = await startSlowApp()
  const client = app.client()
  await client.register()
  const response = await postChat(client, [userMessage('Count for long')])
  app.web.kill('SIGTERM')
  // Signals within a second count as one.
  await sleep(1_100)
  app.web.kill('SIGTERM')
  expect(await app.web.exited).toMatchObject({ code: 1 })
  await expect(response.text()).rejects.toThrow()
})

test('a turn that is being claimed when the signal comes gets its whole reply', async () => {
  await using app = await startSlowApp()
  const client = app.client()
  await client.register()
  const { chatId } = await chatOnce(client, 'Hello')
  const blocker = new pg.Client(app.databaseUrl)
  await blocker.connect()
  await blocker.query('begin')
  await blocker.query('select 1 from chat where id = $1 for update', [chatId])
  const turn = postChat(client, [userMessage('Count')], { chatId })
  await untilQueryIsBlocked(app.database)
  app.web.kill('SIGTERM')
  await app.web.waitForLog(({ msg }) => msg === 'draining')
  await blocker.query('commit')
  await blocker.end()
  expect(await (await turn).text()).toContain('"finishReason":"stop"')
  expect(await app.web.exited).toMatchObject({ code: 0 })
})

function environment(databaseUrl: string): NodeJS.ProcessEnv {
  return { NODE_ENV: 'production', DATABASE_URL: databaseUrl, PORT: '0', HOST: '127.0.0.1' }
}

// A terminal that was closed refuses every line; so does this device.
test.skipIf(!existsSync('/dev/full'))('a process that cannot log still drains', async () => {
  const database = await createTestDatabase()
  const port = await freeLoopbackPort()
  const full = openSync('/dev/full', 'w')
  const web = spawn(process.execPath, ['server.ts'], {
    env: { ...environment(database.url), PORT: String(port) },
    stdio: ['ignore', full, full],
  })
  try {
    const isServing = async () => (await fetch(`http://127.0.0.1:${port}/healthz`)).ok
    await expect.poll(() => isServing().catch(() => false)).toBe(true)
    web.kill('SIGTERM')
    const [code] = await Promise.race([once(web, 'exit'), sleep(30_000, ['still there'])])
    expect(code).toBe(0)
  } finally {
    web.kill('SIGKILL')
    closeSync(full)
    await database.drop()
  }
})

test('a process whose launcher dies while it starts does not stay', async () => {
  const database = await createTestDatabase()
  const env = environment(database.url)
  const web = fork('server.ts', [], { env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  try {
    web.disconnect()
    const [code] = await Promise.race([once(web, 'exit'), sleep(30_000, ['still there'])])
    expect(code).toBe(0)
  } finally {
    web.kill('SIGKILL')
    await database.drop()
  }
})
