import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { chatCompletion, chatFrames, type Frame } from './fake-openai-chat.ts'
import { responseFrames, responseObject } from './fake-openai-responses.ts'
import type { FakeRequest, ProviderBody, Script } from './fake-openai-script.ts'

export { type FakeRequest, hasToolResult, lastUserText, type Script } from './fake-openai-script.ts'

export type FakeOpenAi = {
  /** What `OPENAI_BASE_URL` takes: with `/v1`. */
  url: string
  /** Every request so far, unless `record` is false. */
  requests: FakeRequest[]
  /** Responses that have begun or are awaited, and whose connection is open. */
  readonly openStreams: number
  close(): Promise<void>
}

type FakeOpenAiOptions = {
  /** Decides what each request gets; a plain script is for all. */
  reply: Script | ((request: FakeRequest) => Script | Promise<Script>)
  /** Off for benchmarks: requests would pile up. */
  record?: boolean
  port?: number
}

/** A PNG of one white pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mP8/x8AAwMCAO+ip1sAAAAASUVORK5CYII='

/**
 * Starts a local server that speaks OpenAI's protocol: chat completions,
 * responses and image generations, streamed or not, with the faults that a
 * script asks for.
 */
export async function startFakeOpenAi(options: FakeOpenAiOptions): Promise<FakeOpenAi> {
  const { reply, record = true, port = 0 } = options
  const requests: FakeRequest[] = []
  const open = new Set<ServerResponse>()
  let count = 0

  const server = createServer((request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    answer(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined)
    })
  })

  async function answer(incoming: IncomingMessage, response: ServerResponse) {
    const request: FakeRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      headers: incoming.headers,
      body: await readJson(incoming),
      index: count++,
    }
    if (record) requests.push(request)
    const script = typeof reply === 'function' ? await reply(request) : reply
    if (script.firstDelayMs) await sleep(script.firstDelayMs)
    if (response.destroyed) return
    if (script.status && script.status !== 200) return fail(response, script)
    return route(request, response, script)
  }

  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    requests,
    get openStreams() {
      return open.size
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function readJson(request: IncomingMessage): Promise<ProviderBody> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString()
  // The edit of an image comes as a form.
  if (request.headers['content-type']?.startsWith('multipart/form-data')) return {}
  return text ? (JSON.parse(text) as ProviderBody) : {}
}

function route(request: FakeRequest, response: ServerResponse, script: Script) {
  const model = request.body.model ?? 'fake'
  if (request.path.endsWith('/chat/completions')) {
    return request.body.stream
      ? stream(response, chatFrames(script, model), script)
      : json(response, chatCompletion(script, model))
  }
  if (request.path.endsWith('/responses')) {
    return request.body.stream
      ? stream(response, responseFrames(script, model), script)
      : json(response, responseObject(script, model))
  }
  if (/\/images\/(generations|edits)$/.test(request.path)) {
    return json(response, { created: 1, data: [{ b64_json: PIXEL }] })
  }
  return fail(response, { status: 404 })
}

function json(response: ServerResponse, value: unknown, status = 200, headers = {}) {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
  response.end(JSON.stringify(value))
}

function fail(response: ServerResponse, { status = 500, headers }: Script) {
  const error = { message: `The fake fails with ${status}`, type: 'fake_error', code: 'fake' }
  json(response, { error }, status, headers)
}

async function stream(response: ServerResponse, frames: Iterable<Frame>, script: Script) {
  const { delayMs = 0, cutAfter, hangAfter } = script
  const startedAt = performance.now()
  let deltas = 0
  let buffered = ''
  response.writeHead(200, { 'Content-Type': 'text/event-stream', ...script.headers })
  for (const frame of frames) {
    if (frame.isDelta && deltas === cutAfter) {
      response.write(buffered, () => response.destroy())
      return
    }
    if (frame.isDelta && deltas === hangAfter) {
      response.write(buffered)
      return
    }
    buffered += frame.data
    if (!frame.isDelta) continue
    deltas += 1
    if (delayMs > 0) {
      response.write(buffered)
      buffered = ''
      // Against the clock, so that late timers do not add up. The next delta is
      // made after the pause: one that holds the time of its making holds that of its sending.
      await sleep(Math.max(0, startedAt + deltas * delayMs - performance.now()))
      if (response.destroyed) return
    }
  }
  response.end(buffered)
}
