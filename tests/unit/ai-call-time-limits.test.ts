import { generateImage, streamText } from 'ai'
import { http } from 'msw'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createModels, MAX_SDK_RETRIES } from '#core/ai/models.ts'
import { readEnv } from '#core/env.server.ts'
import type { Script } from '#tests/support/fake-openai-script.ts'
import { MOCKED_OPENAI_URL, mockOpenAi } from '#tests/support/mocked-openai.ts'
import { mockNetwork } from '#tests/support/network.ts'

const network = mockNetwork()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => vi.useRealTimers())

function startModels(script: Script) {
  const provider = mockOpenAi(network, script)
  const models = createModels(readEnv({ OPENAI_BASE_URL: MOCKED_OPENAI_URL, OPENAI_API: 'chat' }))
  return { provider, models }
}

/** Begins to read a reply; what has come of it is asked for later. */
function startReply(script: Script) {
  const { provider, models } = startModels(script)
  const { model } = models.chat('chat-model-small')
  let text = ''
  let failure = ''
  const result = streamText({
    model,
    prompt: 'Hi',
    maxRetries: MAX_SDK_RETRIES,
    onError: ({ error }) => {
      failure = String(error)
    },
  })
  const reading = (async () => {
    for await (const part of result.fullStream) if (part.type === 'text-delta') text += part.text
  })().catch((error: unknown) => {
    failure = String(error)
  })
  return { provider, reading, text: () => text, failure: () => failure }
}

describe('the time that a call has by itself', () => {
  test('is 120 seconds until the first part', async () => {
    const reply = startReply({ text: 'late', hangAfter: 0 })
    await expect.poll(() => reply.provider.openStreams).toBe(1)
    await vi.advanceTimersByTimeAsync(100_000)
    expect(reply.failure()).toBe('')
    await vi.advanceTimersByTimeAsync(20_000)
    await reply.reading
    expect(reply.failure()).toContain('sent nothing for 120000 ms')
  })

  test('is 60 seconds between two parts', async () => {
    const reply = startReply({ text: 'one two', hangAfter: 1 })
    await expect.poll(reply.text).toBe('one ')
    await vi.advanceTimersByTimeAsync(50_000)
    expect(reply.failure()).toBe('')
    await vi.advanceTimersByTimeAsync(10_000)
    await reply.reading
    expect(reply.failure()).toContain('sent nothing for 60000 ms')
  })

  test('is ten minutes in all', async () => {
    const reply = startReply({ text: { count: 1e9, delta: () => 'on ' }, delayMs: 1 })
    const passAfterPart = async (ms: number) => {
      const before = reply.text()
      await expect.poll(reply.text).not.toBe(before)
      await vi.advanceTimersByTimeAsync(ms)
    }
    for (let passed = 0; passed < 550_000; passed += 50_000) await passAfterPart(50_000)
    expect(reply.failure()).toBe('')
    await passAfterPart(50_000)
    await reply.reading
    expect(reply.failure()).toContain('did not finish within 600000 ms')
  })

  test('is 290 seconds for an image', async () => {
    const { models } = startModels({})
    let isAsked = false
    network.use(
      http.post(`${MOCKED_OPENAI_URL}/images/generations`, () => {
        isAsked = true
        return new Promise<never>(() => {})
      }),
    )
    let failure = ''
    const image = generateImage({ model: models.image, prompt: 'A dot', maxRetries: 0 })
    const ended = image.catch((error: unknown) => {
      failure = String(error)
    })
    await expect.poll(() => isAsked).toBe(true)
    await vi.advanceTimersByTimeAsync(280_000)
    expect(failure).toBe('')
    await vi.advanceTimersByTimeAsync(10_000)
    await ended
    expect(failure).toContain('did not finish within 290000 ms')
  })
})
