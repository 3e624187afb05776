import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeOpenAi, type Script, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import {
  openRequest,
  SENTENCES,
  statusOfRequest,
  storedSuggestions,
  suggestEdits,
} from '#tests/support/suggestion-requests.ts'
import { startTestServices, type TestServices } from '#tests/support/test-services.ts'

let provider: FakeOpenAi
let app: TestServices
let userId: string
let written: Script

beforeAll(async () => {
  provider = await startFakeOpenAi({ reply: () => written })
  app = await startTestServices({ OPENAI_BASE_URL: provider.url })
  userId = await app.createUser()
})
afterAll(async () => {
  await app?.stop()
  await provider?.close()
})

test('each suggestion is stored exactly once although the worker that wrote them was killed', async () => {
  const payload = await openRequest(app, userId)
  written = suggestEdits(SENTENCES.slice(0, 3), { hangAfter: 6 })
  await app.services.jobs.enqueue('generate-suggestions', payload.suggestionRequestId, payload)
  const first = await app.startWorker()
  await expect.poll(async () => (await storedSuggestions(app, payload)).length).toBeGreaterThan(0)
  first.kill('SIGKILL')
  await first.exited
  written = suggestEdits(SENTENCES.slice(0, 4))
  await app.startWorker()
  await expect
    .poll(() => statusOfRequest(app, payload), { timeout: 60_000, interval: 500 })
    .toBe('done')
  expect(await storedSuggestions(app, payload)).toEqual(SENTENCES.slice(0, 4))
}, 90_000)
