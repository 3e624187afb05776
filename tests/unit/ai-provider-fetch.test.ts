import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createProviderFetch } from '#core/ai/provider-fetch.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

const ASK = { method: 'POST', body: '{"stream":true}' }
const EVENT = 'data: {"choices":[{"delta":{"content":"word "}}]}\n\n'

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
}

function startEvents(response: ServerResponse) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders()
}

test('a kept connection that the server closes as it is used again costs no failure', async () => {
  const sockets = new WeakSet<object>()
  let closed = 0
  const url = await serve((request, response) => {
    if (sockets.has(request.socket)) {
      closed += 1
      return void request.socket.resetAndDestroy()
    }
    sockets.add(request.socket)
    startEvents(response)
    response.end(EVENT)
  })
  const providerFetch = createProviderFetch()
  for (let call = 0; call < 3 || (closed === 0 && call < 100); call += 1) {
    expect(await (await providerFetch(url, ASK)).text()).toBe(EVENT)
    // By then the connection is mostly free for the next call.
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  expect(closed).toBeGreaterThan(0)
})

test('a new connection that the server closes is a failed call', async () => {
  const url = await serve((request) => void request.socket.resetAndDestroy())
  await expect(createProviderFetch()(url, ASK)).rejects.toThrow('fetch failed')
})

test('answers that were broken off before anybody read them pace no other', async () => {
  const responses: ServerResponse[] = []
  const url = await serve((_request, response) => {
    responses.push(response)
    startEvents(response)
  })
  const providerFetch = createProviderFetch()
  const abort = new AbortController()
  await Promise.all(
    Array.from({ length: 80 }, () => providerFetch(url, { ...ASK, signal: abort.signal })),
  )
  abort.abort()
  const isClosed = () => responses.every(({ closed }) => closed)
  await expect.poll(isClosed).toBe(true)

  const { body } = await providerFetch(url, ASK)
  const reader = body?.getReader()
  const waits: number[] = []
  for (let word = 0; word < 20; word += 1) {
    const startedAt = performance.now()
    responses.at(-1)?.write(EVENT)
    await reader?.read()
    waits.push(performance.now() - startedAt)
  }
  // At the pace of 80 answers most would be 75 ms.
  waits.sort((a, b) => a - b)
  expect(waits[10]).toBeLessThan(50)
})

test('a base URL that redirects is followed, once for each call', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/old') return void response.writeHead(308, { Location: '/new' }).end()
    startEvents(response)
    response.end(EVENT)
  })
  expect(await (await createProviderFetch()(`${url}old`, ASK)).text()).toBe(EVENT)
})

test('an answer without a body is one', async () => {
  const url = await serve((_request, response) => void response.writeHead(204).end())
  expect((await createProviderFetch()(url, ASK)).status).toBe(204)
})
