import { setTimeout as sleep } from 'node:timers/promises'
import { chatCompletion, chatFrames, type Frame } from './fake-openai-chat.ts'
import { responseFrames, responseObject } from './fake-openai-responses.ts'
import type { FakeRequest, ProviderBody, Script } from './fake-openai-script.ts'

export type FakeProviderOptions = {
  /** Decides what each request gets; a plain script is for all. */
  reply: Script | ((request: FakeRequest) => Script | Promise<Script>)
  /** Off for benchmarks: requests would pile up. */
  record?: boolean
}

export type FakeProvider = {
  /** Every request so far, unless `record` is false. */
  requests: FakeRequest[]
  /** What a request gets, after the pause that its script asks for. */
  answer(request: IncomingRequest): Promise<Answer>
}

type IncomingRequest = Pick<FakeRequest, 'method' | 'path' | 'headers'> & { text: string }

type Answer = {
  status: number
  headers: Record<string, string>
  /** A whole text, or a stream in the pieces and at the pace in which it is sent. */
  body: string | AsyncGenerator<string, StreamEnd, void>
}

/** How a streamed answer ends: as it should, with the connection cut, or never. */
export type StreamEnd = 'complete' | 'cut' | 'never'

/** A PNG of one white pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII='

/**
 * Speaks OpenAI's protocol: chat completions, responses and image generations,
 * streamed or not, with the faults that a script asks for. It knows nothing of
 * sockets: `startFakeOpenAi` puts it behind a server, `mockOpenAi` behind msw.
 */
export function createFakeProvider({ reply, record = true }: FakeProviderOptions): FakeProvider {
  const requests: FakeRequest[] = []
  let count = 0
  return {
    requests,
    async answer({ text, ...incoming }) {
      const request = { ...incoming, body: parseBody(incoming.headers, text), index: count++ }
      if (record) requests.push(request)
      const script = typeof reply === 'function' ? await reply(request) : reply
      if (script.firstDelayMs) await sleep(script.firstDelayMs)
      return answerTo(request, script)
    },
  }
}

function parseBody(headers: FakeRequest['headers'], text: string): ProviderBody {
  // The edit of an image comes as a form.
  if (String(headers['content-type']).startsWith('multipart/form-data')) return {}
  return text ? (JSON.parse(text) as ProviderBody) : {}
}

function answerTo({ path, body }: FakeRequest, script: Script): Answer {
  if (script.status && script.status !== 200) return failure(script.status, script)
  const model = body.model ?? 'fake'
  if (path.endsWith('/chat/completions')) {
    if (!body.stream) return json(chatCompletion(script, model))
    return eventStream(chatFrames(script, model), script)
  }
  if (path.endsWith('/responses')) {
    if (!body.stream) return json(responseObject(script, model))
    return eventStream(responseFrames(script, model), script)
  }
  if (/\/images\/(generations|edits)$/.test(path)) {
    return json({ created: 1, data: [{ b64_json: PIXEL }] })
  }
  return failure(404)
}

function json(value: unknown, status = 200, headers?: Record<string, string>): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(value),
  }
}

function failure(status: number, { error, headers }: Script = {}): Answer {
  const message = `The fake fails with ${status}`
  return json({ error: { message, type: 'fake_error', code: 'fake', ...error } }, status, headers)
}

function eventStream(frames: Iterable<Frame>, script: Script): Answer {
  return {
    status: 200,
    headers: { 'Content-Type': 'text/event-stream', ...script.headers },
    body: playFrames(frames, script),
  }
}

async function* playFrames(
  frames: Iterable<Frame>,
  { delayMs = 0, cutAfter, hangAfter, commentEveryMs }: Script,
): AsyncGenerator<string, StreamEnd, void> {
  const startedAt = performance.now()
  let deltas = 0
  let buffered = ''
  for (const frame of frames) {
    if (frame.isDelta && (deltas === cutAfter || deltas === hangAfter)) {
      yield buffered
      if (deltas === cutAfter) return 'cut'
      while (commentEveryMs) {
        await sleep(commentEveryMs)
        yield ': still here\n\n'
      }
      return 'never'
    }
    buffered += frame.data
    if (!frame.isDelta) continue
    deltas += 1
    if (delayMs > 0) {
      yield buffered
      buffered = ''
      // Against the clock, so that late timers do not add up. The next delta is
      // made after the pause: one that holds the time of its making holds that of its sending.
      await sleep(Math.max(0, startedAt + deltas * delayMs - performance.now()))
    }
  }
  yield buffered
  return 'complete'
}
