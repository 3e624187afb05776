import { generateText } from 'ai'
import { describe, expect, test } from 'vitest'
import { failureKind } from '#core/ai/failure-kind.ts'
import { createModels, MAX_SDK_RETRIES } from '#core/ai/models.ts'
import { readEnv } from '#core/env.server.ts'
import { createLogger } from '#core/log.ts'
import { callModel } from '#core/replies/call-model.ts'
import type { ErrorKind } from '#db/entities/message.ts'
import { type Script, startFakeOpenAi } from '#tests/support/fake-openai.ts'

const SOON = { 'retry-after-ms': '1' }
const LIMITS = { firstPartMs: 300, idleMs: 100, totalMs: 5_000 }

function modelsAt(url: string, api: string) {
  const env = { OPENAI_BASE_URL: url, OPENAI_API_KEY: 'key', OPENAI_API: api }
  return createModels(readEnv(env), LIMITS)
}

/** Calls a chat model of a fake provider over a real connection, and tells how the call fails. */
async function failureOf(script: Script, api: string) {
  const server = await startFakeOpenAi({ reply: { headers: SOON, ...script } })
  let text = ''
  try {
    const chunks = callModel({
      chatModel: modelsAt(server.url, api).chat('chat-model-small'),
      instructions: 'Be brief.',
      messages: [{ role: 'user', content: 'Hi' }],
      tools: {},
      onSpent: () => {},
      log: createLogger('silent', 'test'),
      abortSignal: new AbortController().signal,
    })
    for await (const chunk of chunks) if (chunk.type === 'text-delta') text += chunk.delta
  } catch (error) {
    return { kind: failureKind(error, text !== ''), text }
  } finally {
    await server.close()
  }
  throw new Error(`The call did not fail; it gave ${JSON.stringify(text)}.`)
}

/** Calls the title model, which makes one attempt only, where there is no server. */
async function failureWithoutServer(url: string, api: string) {
  const error: unknown = await generateText({
    model: modelsAt(url, api).title,
    prompt: 'Hi',
    maxRetries: MAX_SDK_RETRIES,
  }).catch((reason: unknown) => reason)
  expect(String(error)).toContain('Cannot connect')
  return failureKind(error, false)
}

describe.each(['chat', 'responses'])('a call through the %s API', (api) => {
  test.each<[ErrorKind, string, Script]>([
    ['key-refused', 'status 401', { status: 401, error: { code: 'invalid_api_key' } }],
    ['key-refused', 'status 401 without a code', { status: 401, error: { code: null } }],
    ['key-refused', 'status 403', { status: 403, error: { code: null, type: 'forbidden' } }],
    ['quota', 'status 429, quota', { status: 429, error: { code: 'insufficient_quota' } }],
    ['quota', 'status 402', { status: 402 }],
    ['rate-limited', 'status 429', { status: 429, error: { code: 'rate_limit_exceeded' } }],
    ['rate-limited', 'status 429 without a code', { status: 429, error: { code: null } }],
    ['too-long', 'status 400, code', { status: 400, error: { code: 'context_length_exceeded' } }],
    [
      'too-long',
      'status 400 as vLLM puts it',
      {
        status: 400,
        error: {
          message: "This model's maximum context length is 4096 tokens. You requested 5000.",
          type: 'BadRequestError',
          code: 400,
        },
      },
    ],
    [
      'rate-limited',
      'a request that is too large for the rate',
      {
        status: 429,
        error: { message: 'Request too large: maximum context', code: 'rate_limit_exceeded' },
      },
    ],
    ['too-long', 'status 413', { status: 413 }],
    ['model-unknown', 'status 404', { status: 404, error: { code: 'model_not_found' } }],
    ['model-unknown', 'status 404 without a code', { status: 404, error: { code: null } }],
    [
      'model-unknown',
      'a model that the key may not use',
      { status: 403, error: { code: 'model_not_found' } },
    ],
    ['content-refused', 'status 400, filter', { status: 400, error: { code: 'content_filter' } }],
    ['provider-away', 'status 500', { status: 500 }],
    ['provider-away', 'status 503', { status: 503 }],
    ['provider-away', 'no headers', { text: 'late', firstDelayMs: 2_000 }],
    ['provider-away', 'headers and nothing else', { text: 'never', hangAfter: 0 }],
    ['unknown', 'status 400', { status: 400 }],
  ])('%s: %s', async (kind, _what, script) => {
    expect(await failureOf(script, api)).toMatchObject({ kind, text: '' })
  })

  test.each<[ErrorKind, string, Script]>([
    ['quota', 'an error event', { errorEvent: { code: 'insufficient_quota' } }],
    ['too-long', 'an error event', { errorEvent: { code: 'context_length_exceeded' } }],
    ['rate-limited', 'a failed response', { failedResponse: { code: 'rate_limit_exceeded' } }],
    ['cut', 'a failed response', { failedResponse: { code: 'server_error' } }],
    ['content-refused', 'a filter', { stoppedBy: 'content_filter' }],
    ['cut', 'a cut connection', { text: 'one two', cutAfter: 1 }],
    ['cut', 'silence', { text: 'one two', hangAfter: 1 }],
    ['cut', 'an end without an end', { endsEarly: true }],
  ])('%s after the first words: %s', async (kind, _what, script) => {
    const failure = await failureOf({ text: 'one ', ...script }, api)
    expect(failure).toMatchObject({ kind, text: 'one ' })
  })

  test.each<[ErrorKind, Script]>([
    ['too-long', { errorEvent: { code: 'context_length_exceeded' } }],
    ['quota', { errorEvent: { code: 'insufficient_quota' } }],
    ['key-refused', { errorEvent: { code: 'invalid_api_key' } }],
    ['provider-away', { failedResponse: { code: 'server_error' } }],
  ])('%s: an event before the first words', async (kind, script) => {
    expect(await failureOf(script, api)).toMatchObject({ kind, text: '' })
  })

  test('content-refused: the model refuses in its own words, which are kept', async () => {
    const failure = await failureOf({ refusal: 'I cannot do that.' }, api)
    expect(failure).toMatchObject({ kind: 'content-refused', text: 'I cannot do that.' })
  })

  test('provider-away: nobody listens', async () => {
    const server = await startFakeOpenAi({ reply: {} })
    await server.close()
    expect(await failureWithoutServer(server.url, api)).toBe('provider-away')
  })

  test('provider-away: the name is unknown', async () => {
    expect(await failureWithoutServer('http://no-such-host.invalid/v1', api)).toBe('provider-away')
  })

  test('a rate limit that outlasts the call is told as such', async () => {
    const script = { status: 429, headers: { 'retry-after': '30' }, error: { code: null } }
    expect(await failureOf(script, api)).toMatchObject({ kind: 'rate-limited' })
  })
})
