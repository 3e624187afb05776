import { generateImage, generateText, isStepCount, streamText, tool } from 'ai'
import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { CallTimeLimits } from '#core/ai/call-time-limits.ts'
import { createModels, MAX_SDK_RETRIES } from '#core/ai/models.ts'
import { MAX_RETRIES } from '#core/ai/retry-call.ts'
import { readEnv } from '#core/env.server.ts'
import { type FakeRequest, hasToolResult, type Script } from '#tests/support/fake-openai-script.ts'
import { MOCKED_OPENAI_URL, mockOpenAi } from '#tests/support/mocked-openai.ts'
import { mockNetwork } from '#tests/support/network.ts'

const network = mockNetwork()
afterEach(() => vi.useRealTimers())

function setUp(
  reply: Script | ((request: FakeRequest) => Script),
  { api = 'chat', limits }: { api?: string; limits?: CallTimeLimits } = {},
) {
  const server = mockOpenAi(network, reply)
  const env = readEnv({
    OPENAI_BASE_URL: MOCKED_OPENAI_URL,
    OPENAI_API: api,
    OPENAI_API_KEY: 'key',
  })
  return { server, models: createModels(env, limits) }
}

/** Reads a stream to its end; a stream that throws is told apart from one that says `error`. */
async function read(stream: AsyncIterable<{ type: string; text?: string; error?: unknown }>) {
  const seen = { types: [] as string[], text: '', reasoning: '', errors: [] as unknown[] }
  let thrown: unknown
  try {
    for await (const part of stream) {
      seen.types.push(part.type)
      if (part.type === 'text-delta') seen.text += part.text
      if (part.type === 'reasoning-delta') seen.reasoning += part.text
      if (part.type === 'error') seen.errors.push(part.error)
    }
  } catch (error) {
    thrown = error
  }
  return { ...seen, thrown }
}

const soon = { maxRetries: MAX_SDK_RETRIES, onError: () => {} }

describe.each(['chat', 'responses'])('a provider through its %s API', (api) => {
  test('text, reasoning and usage arrive', async () => {
    const { models, server } = setUp(
      { reasoning: 'First I think.', text: 'Then I answer.' },
      { api },
    )
    const { model } = models.chat('chat-model-reasoning')
    const result = streamText({ model, prompt: 'Hi', ...soon })

    expect(await read(result.fullStream)).toMatchObject({
      reasoning: 'First I think.',
      text: 'Then I answer.',
      errors: [],
      thrown: undefined,
    })
    expect(await result.usage).toMatchObject({
      inputTokens: 11,
      outputTokens: 7,
      outputTokenDetails: { reasoningTokens: 3 },
    })
    expect(server.requests[0]).toMatchObject({
      path: api === 'chat' ? '/v1/chat/completions' : '/v1/responses',
      headers: { authorization: 'Bearer key' },
    })
  })

  test('a tool is called with streamed arguments, and its result is answered', async () => {
    const inputs: unknown[] = []
    const { models } = setUp(
      (request) =>
        hasToolResult(request)
          ? { text: 'It is mild.' }
          : { toolCalls: [{ name: 'getWeather', input: { latitude: 48.85, longitude: 2.35 } }] },
      { api },
    )
    const result = streamText({
      model: models.chat('chat-model-small').model,
      prompt: 'Weather?',
      tools: {
        getWeather: tool({
          inputSchema: z.object({ latitude: z.number(), longitude: z.number() }),
          execute: (input) => {
            inputs.push(input)
            return { temperature: 12 }
          },
        }),
      },
      stopWhen: isStepCount(5),
      ...soon,
    })
    const { types, text } = await read(result.fullStream)
    expect(inputs).toEqual([{ latitude: 48.85, longitude: 2.35 }])
    expect(types.filter((type) => type === 'tool-input-delta').length).toBeGreaterThan(2)
    expect(types).toContain('tool-result')
    expect(text).toBe('It is mild.')
  })

  test.each([500, 429, 503])('status %i is tried again before the first part', async (status) => {
    const { models, server } = setUp(
      ({ index }) =>
        index === 0 ? { status, headers: { 'retry-after-ms': '20' } } : { text: 'Here I am.' },
      { api },
    )
    const { model } = models.chat('chat-model-small')
    const { text } = await read(streamText({ model, prompt: 'Hi', ...soon }).fullStream)
    expect(text).toBe('Here I am.')
    expect(server.requests).toHaveLength(2)
  })

  test('a failure that lasts is an error part, after the last try', async () => {
    const { models, server } = setUp({ status: 500, headers: { 'retry-after-ms': '1' } }, { api })
    const { model } = models.chat('chat-model-small')
    const { errors, thrown } = await read(streamText({ model, prompt: 'Hi', ...soon }).fullStream)
    expect(errors).toHaveLength(1)
    expect(thrown).toBeUndefined()
    expect(server.requests).toHaveLength(1 + MAX_RETRIES)
  })

  test('status 400 is not tried again', async () => {
    const { models, server } = setUp({ status: 400 }, { api })
    const { model } = models.chat('chat-model-small')
    const { errors } = await read(streamText({ model, prompt: 'Hi', ...soon }).fullStream)
    expect(errors).toHaveLength(1)
    expect(server.requests).toHaveLength(1)
  })

  test('a connection cut in the middle fails, after what had arrived', async () => {
    const { models, server } = setUp(
      { text: 'one two three four', delayMs: 5, cutAfter: 2 },
      { api },
    )
    const { model } = models.chat('chat-model-small')
    const { text, errors, thrown } = await read(
      streamText({ model, prompt: 'Hi', ...soon }).fullStream,
    )
    expect(text).toBe('one two ')
    expect(errors.length > 0 || thrown !== undefined).toBe(true)
    expect(server.requests).toHaveLength(1)
  })

  test("an abort closes the provider's connection within a moment", async () => {
    const { models, server } = setUp({ text: 'one two three', hangAfter: 1 }, { api })
    const { model } = models.chat('chat-model-small')
    const controller = new AbortController()
    const result = streamText({ model, prompt: 'Hi', abortSignal: controller.signal, ...soon })
    const types: string[] = []
    for await (const part of result.fullStream) {
      types.push(part.type)
      if (part.type !== 'text-delta') continue
      expect(server.openStreams).toBe(1)
      controller.abort()
    }
    expect(types.at(-1)).toBe('abort')
    await expect.poll(() => server.openStreams).toBe(0)
  })

  test('a provider that falls silent is given up', async () => {
    const limits = { firstPartMs: 5000, idleMs: 60, totalMs: 5000 }
    const { models, server } = setUp({ text: 'one two three', hangAfter: 1 }, { api, limits })
    const { model } = models.chat('chat-model-small')
    const { text, errors, thrown } = await read(
      streamText({ model, prompt: 'Hi', ...soon }).fullStream,
    )
    expect(text).toBe('one ')
    expect(String(thrown ?? errors[0])).toContain('sent nothing for 60 ms')
    await expect.poll(() => server.openStreams).toBe(0)
  })

  test('a provider that never starts is given up, once', async () => {
    const limits = { firstPartMs: 50, idleMs: 50, totalMs: 5000 }
    const { models, server } = setUp({ text: 'late', firstDelayMs: 1000 }, { api, limits })
    const { model } = models.chat('chat-model-small')
    const { errors, thrown } = await read(streamText({ model, prompt: 'Hi', ...soon }).fullStream)
    expect(String(thrown ?? errors[0])).toContain('sent nothing for 50 ms')
    expect(server.requests).toHaveLength(1)
  })

  test.each<[string, Script]>([
    ['sends its headers and then nothing', { hangAfter: 0 }],
    ['sends its headers and then only comments', { hangAfter: 0, commentEveryMs: 10 }],
  ])('a provider that %s has as long as one that sends no headers', async (_what, script) => {
    const limits = { firstPartMs: 200, idleMs: 40, totalMs: 5000 }
    const { models, server } = setUp({ text: 'never', ...script }, { api, limits })
    const { model } = models.chat('chat-model-small')
    const { errors, thrown } = await read(streamText({ model, prompt: 'Hi', ...soon }).fullStream)
    expect(String(thrown ?? errors[0])).toContain('sent nothing for 200 ms')
    expect(server.requests).toHaveLength(1)
    await expect.poll(() => server.openStreams).toBe(0)
  })

  test('comments do not make up for parts that do not come', async () => {
    const limits = { firstPartMs: 5000, idleMs: 60, totalMs: 5000 }
    const { models } = setUp({ text: 'one two', hangAfter: 1, commentEveryMs: 10 }, { api, limits })
    const { model } = models.chat('chat-model-small')
    const { text, errors, thrown } = await read(
      streamText({ model, prompt: 'Hi', ...soon }).fullStream,
    )
    expect(text).toBe('one ')
    expect(String(thrown ?? errors[0])).toContain('sent nothing for 60 ms')
  })

  test('all attempts together have the time of one call', async () => {
    const limits = { firstPartMs: 1_000, idleMs: 50, totalMs: 5000 }
    const script = { status: 503, firstDelayMs: 550, headers: { 'retry-after-ms': '1' } }
    const { models, server } = setUp(script, { api, limits })
    const { model } = models.chat('chat-model-small')
    const { errors, thrown } = await read(streamText({ model, prompt: 'Hi', ...soon }).fullStream)
    expect(String(thrown ?? errors[0])).toContain('sent nothing for 1000 ms')
    expect(server.requests.length).toBeLessThanOrEqual(2)
  })

  test('all attempts of an image together have the time of one call', async () => {
    const limits = { firstPartMs: 50, idleMs: 50, totalMs: 1_000 }
    const script = { status: 503, firstDelayMs: 550, headers: { 'retry-after-ms': '1' } }
    const { models, server } = setUp(script, { api, limits })
    const image = generateImage({ model: models.image, prompt: 'A dot', maxRetries: 0 })
    await expect(image).rejects.toThrow(/1000 ms/)
    expect(server.requests.length).toBeLessThanOrEqual(2)
  })

  test('a used-up quota is not tried again', async () => {
    const script = { status: 429, error: { code: 'insufficient_quota' } }
    const { models, server } = setUp(script, { api })
    const { model } = models.chat('chat-model-small')
    await read(streamText({ model, prompt: 'Hi', ...soon }).fullStream)
    expect(server.requests).toHaveLength(1)
  })

  test('a reply that goes on for ever is ended', async () => {
    const limits = { firstPartMs: 5000, idleMs: 5000, totalMs: 120 }
    const endless = { count: 10_000, delta: () => 'on ' }
    const { models } = setUp({ text: endless, delayMs: 10 }, { api, limits })
    const { model } = models.chat('chat-model-small')
    const { errors, thrown } = await read(streamText({ model, prompt: 'Hi', ...soon }).fullStream)
    expect(String(thrown ?? errors[0])).toContain('did not finish within 120 ms')
  })

  test('an image or a title that never comes is given up', async () => {
    const limits = { firstPartMs: 5000, idleMs: 5000, totalMs: 50 }
    const { models } = setUp({ text: 'late', firstDelayMs: 1000 }, { api, limits })
    await expect(generateImage({ model: models.image, prompt: 'A dot' })).rejects.toThrow(/50 ms/)
    await expect(generateText({ model: models.title, prompt: 'Hi' })).rejects.toThrow(/50 ms/)
  })

  test('titles and images come from the same server', async () => {
    const { models, server } = setUp({ text: 'A short title' }, { api })
    const { text } = await generateText({ model: models.title, prompt: 'Hi' })
    const { image } = await generateImage({ model: models.image, prompt: 'A dot' })
    expect(text).toBe('A short title')
    expect(image.mediaType).toBe('image/png')
    expect(server.requests.at(-1)?.path).toBe('/v1/images/generations')
  })
})

describe('a request to a provider', () => {
  test('the Responses API is asked for summaries and told to store nothing', async () => {
    const { models, server } = setUp({ text: 'Hi' }, { api: 'responses' })
    await generateText({ model: models.chat('chat-model-reasoning').model, prompt: 'Hi' })
    expect(server.requests[0]?.body).toMatchObject({
      store: false,
      reasoning: { summary: 'auto' },
    })
  })

  test('it names the models of the environment', async () => {
    const server = mockOpenAi(network, { text: 'Hi' })
    const models = createModels(
      readEnv({
        OPENAI_BASE_URL: MOCKED_OPENAI_URL,
        CHAT_MODEL_SMALL: 'llama3.2',
        TITLE_MODEL: 'tiny',
      }),
    )
    expect(models.chat('chat-model-small')).toMatchObject({ name: 'llama3.2', toolsEnabled: true })
    await generateText({ model: models.chat('chat-model-small').model, prompt: 'Hi' })
    await generateText({ model: models.title, prompt: 'Hi' })
    expect(server.requests.map((request) => request.body.model)).toEqual(['llama3.2', 'tiny'])
    // No key was set: none is made up.
    expect(server.requests[0]?.headers.authorization).toBeUndefined()
  })

  test('reasoning that a server leaves in the text is told apart', async () => {
    const { models } = setUp({ text: '<think>Let me see.</think>Yes.' })
    const result = await generateText({
      model: models.chat('chat-model-reasoning').model,
      prompt: 'Hi',
    })
    expect(result.reasoningText).toBe('Let me see.')
    expect(result.text).toBe('Yes.')
  })

  test('a refused connection is tried again', async () => {
    let attempts = 0
    network.use(
      http.post(`${MOCKED_OPENAI_URL}/*`, () => {
        attempts += 1
        return HttpResponse.error()
      }),
    )
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const models = createModels(readEnv({ OPENAI_BASE_URL: MOCKED_OPENAI_URL }))
    const { model } = models.chat('chat-model-small')
    const reading = read(streamText({ model, prompt: 'Hi', ...soon }).fullStream)
    await expect.poll(() => attempts, { interval: 1 }).toBe(1)
    await vi.advanceTimersByTimeAsync(2_000)
    await expect.poll(() => attempts, { interval: 1 }).toBe(2)
    await vi.advanceTimersByTimeAsync(4_000)
    const { errors } = await reading
    expect(attempts).toBe(1 + MAX_RETRIES)
    expect(String(errors[0])).toMatch(/Cannot connect/)
  })
})
