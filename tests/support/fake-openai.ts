import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import {
  createFakeProvider,
  type FakeProviderOptions,
  type StreamEnd,
} from './fake-openai-provider.ts'
import type { FakeRequest } from './fake-openai-script.ts'

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

/**
 * Starts a local server that speaks OpenAI's protocol (see
 * `createFakeProvider`), for web and worker processes that a test starts.
 */
export async function startFakeOpenAi(
  options: FakeProviderOptions & { port?: number },
): Promise<FakeOpenAi> {
  const provider = createFakeProvider(options)
  const open = new Set<ServerResponse>()

  const server = createServer((request, response) => {
    open.add(response)
    response.on('close', () => open.delete(response))
    respond(request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined)
    })
  })

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const { status, headers, body } = await provider.answer({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      text: await text(request),
    })
    if (response.destroyed) return
    response.writeHead(status, headers)
    if (typeof body === 'string') response.end(body)
    else await send(response, body)
  }

  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve))
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    requests: provider.requests,
    get openStreams() {
      return open.size
    },
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}

async function send(response: ServerResponse, pieces: AsyncGenerator<string, StreamEnd, void>) {
  let next = await pieces.next()
  for (; !next.done; next = await pieces.next()) {
    if (response.destroyed) return
    response.write(next.value)
  }
  if (next.value === 'complete') response.end()
  if (next.value === 'cut') response.write('', () => response.destroy())
}
