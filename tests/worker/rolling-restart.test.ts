import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { chatOnce, getChat, postChat, textOf, userMessage } from '#tests/support/chat.ts'
import { createClient, type TestClient } from '#tests/support/client.ts'
import { type FakeOpenAi, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { readDataStream } from '#tests/support/read-data-stream.ts'
import { type RoundRobinProxy, startRoundRobinProxy } from '#tests/support/round-robin-proxy.ts'
import type { RunningProcess } from '#tests/support/run-process.ts'

const WORDS = Array.from({ length: 20 }, (_, n) => `${n} `)
const WORD_MS = 50
const CLIENTS = 8

/** Several times the interval at which the proxy looks at /readyz. */
const SETTINGS = { DRAIN_DELAY_SECONDS: '3', DRAIN_SECONDS: '15' }

let provider: FakeOpenAi
let app: TestApp
let proxy: RoundRobinProxy

beforeAll(async () => {
  provider = await startFakeOpenAi({ reply: { text: WORDS, delayMs: WORD_MS } })
  app = await startApp({ env: { OPENAI_BASE_URL: provider.url, ...SETTINGS } })
  proxy = await startRoundRobinProxy()
})

afterAll(async () => {
  await proxy?.close()
  await app?.stop()
  await provider?.close()
})

test('two web processes that are restarted in turn under load lose no request', async () => {
  const first = app.web
  const second = await app.startWeb()
  const origins = new Map<RunningProcess, string>([
    [first, app.url],
    [second, second.url],
  ])
  for (const origin of origins.values()) proxy.add(origin)
  await expect.poll(async () => (await fetch(`${proxy.url}/readyz`)).status).toBe(200)

  const load = startLoad()
  await sleep(1_000)
  await replace(first)
  await replace(second)
  await sleep(1_000)
  const { failures, turns } = await load.stop()
  expect(failures).toEqual([])
  expect(turns).toBeGreaterThan(CLIENTS * 5)

  /** Stops a process and starts another, as a platform does in a rolling restart. */
  async function replace(old: RunningProcess) {
    old.kill('SIGTERM')
    expect(await old.exited).toMatchObject({ code: 0 })
    proxy.remove(origins.get(old) ?? '')
    const next = await app.startWeb()
    proxy.add(next.url)
    await expect.poll(async () => (await fetch(`${next.url}/readyz`)).status).toBe(200)
    // Until the proxy has seen it.
    await sleep(500)
  }
}, 180_000)

/** Clients that chat, read and write without a pause, and note what fails. */
function startLoad() {
  const failures: string[] = []
  let turns = 0
  let stopped = false

  async function useService(client: TestClient) {
    await client.register()
    const { chatId, messageId } = await chatOnce(client, 'Hello')
    while (!stopped) {
      const response = await postChat(client, [userMessage('Again')], { chatId })
      if (response.status !== 200)
        throw new Error(`turn ${response.status}: ${await response.text()}`)
      const { text, errors } = await readDataStream(response)
      if (text !== WORDS.join('')) throw new Error(`turn: ${text} ${errors}`)
      turns += 1
      const vote = await client.patch('/api/vote', { chatId, messageId, type: 'up' })
      if (vote.status !== 200) throw new Error(`vote ${vote.status}: ${await vote.text()}`)
      await vote.text()
      const { messages } = await getChat(client, chatId)
      if (textOf(messages.at(-1)) !== WORDS.join(''))
        throw new Error('The reply is not stored whole.')
    }
  }

  const clients = Array.from({ length: CLIENTS }, () =>
    useService(createClient(proxy.url)).catch((error: Error) => {
      failures.push(`${error.message} ${error.cause ?? ''}`)
    }),
  )
  return {
    async stop() {
      stopped = true
      await Promise.all(clients)
      return { failures, turns }
    },
  }
}
