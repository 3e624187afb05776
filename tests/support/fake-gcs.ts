import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { createFakeBucket, type FakeBucket } from './fake-gcs-bucket.ts'

export type FakeGcs = FakeBucket & {
  /** For `STORAGE_EMULATOR_HOST`. */
  url: string
  close(): Promise<void>
}

/**
 * Starts a local server with one bucket (see `createFakeBucket`), for web and
 * worker processes that a test starts.
 */
export async function startFakeGcs(name = 'test-bucket'): Promise<FakeGcs> {
  const bucket = createFakeBucket(name)
  const server = createServer(async (request, response) => {
    const { status, headers, body } = await bucket.answer({
      method: request.method ?? '',
      url: new URL(request.url ?? '/', 'http://fake'),
      contentType: request.headers['content-type'] ?? '',
      body: await buffer(request),
    })
    response.writeHead(status, headers).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    ...bucket,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
