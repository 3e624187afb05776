import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { postChat, userMessage } from '#tests/support/chat.ts'
import { type FakeOpenAi, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { readDataStream } from '#tests/support/read-data-stream.ts'

const TURNS = 500
/** Words of each reply, so that many replies are being written when the last turns are claimed. */
const WORDS = Array.from({ length: 40 }, (_, n) => `${n} `)
const WORD_MS = 50

let app: TestApp
let provider: FakeOpenAi

beforeAll(async () => {
  provider = await startFakeOpenAi({ reply: { text: WORDS, delayMs: WORD_MS } })
  app = await startApp({ env: { OPENAI_BASE_URL: provider.url } })
})

afterAll(async () => {
  await app?.stop()
  await provider?.close()
})

test('500 turns that begin in the same second are all answered whole by one process', async () => {
  const user = app.client()
  await user.register()

  const turns = await Promise.all(
    Array.from({ length: TURNS }, async (_, index) => {
      await sleep((index * 1_000) / TURNS)
      const response = await postChat(user, [userMessage('Hello')])
      if (response.status !== 200) return `${response.status}: ${await response.text()}`
      const { text, errors } = await readDataStream(response)
      return errors.length > 0 ? errors.join() : text
    }),
  )

  expect(new Set(turns)).toEqual(new Set([WORDS.join('')]))
}, 120_000)
