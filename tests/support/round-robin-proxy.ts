import { once } from 'node:events'
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

export type RoundRobinProxy = {
  url: string
  /** Adds a server, by its origin; requests go to it once it is ready. */
  add(origin: string): void
  remove(origin: string): void
  close(): Promise<void>
}

/** How often each server is asked whether it is ready. */
const CHECK_MS = 250

/**
 * Starts a proxy like the router of a platform: it keeps its connections, passes
 * requests in turn to the servers that are ready by `GET /readyz`, and sends a
 * request that failed to no second server.
 */
export async function startRoundRobinProxy(): Promise<RoundRobinProxy> {
  const agent = new Agent({ keepAlive: true })
  const isReady = new Map<string, boolean>()
  let turn = 0

  async function check(origin: string) {
    const response = await fetch(`${origin}/readyz`).catch(() => null)
    await response?.body?.cancel()
    if (isReady.has(origin)) isReady.set(origin, response?.ok ?? false)
  }

  function forward(incoming: IncomingMessage, answer: ServerResponse) {
    const ready = [...isReady].filter(([, ready]) => ready).map(([origin]) => origin)
    turn += 1
    const origin = ready[turn % ready.length]
    if (!origin) return void answer.writeHead(502).end('No server is ready.')
    const { method, url, headers } = incoming
    const outgoing = httpRequest(`${origin}${url}`, { method, headers, agent }, (response) => {
      const { connection: _, ...rest } = response.headers
      answer.writeHead(response.statusCode ?? 502, rest)
      response.pipe(answer)
      response.on('error', () => answer.destroy())
    })
    outgoing.on('error', (error) => {
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(502).end(`${origin}: ${error.message}`)
    })
    incoming.pipe(outgoing)
  }

  const server = createServer(forward).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const timer = setInterval(
    () => [...isReady.keys()].forEach((origin) => void check(origin)),
    CHECK_MS,
  )
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    add(origin) {
      isReady.set(origin, false)
    },
    remove: (origin) => void isReady.delete(origin),
    async close() {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
