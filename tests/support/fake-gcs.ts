import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type BucketAnswer, EMULATOR_ANSWERS } from './fake-gcs-answers.ts'
import { createFakeBucket, type FakeBucket } from './fake-gcs-bucket.ts'

export type FakeGcs = FakeBucket & {
  /** For `STORAGE_EMULATOR_HOST`. */
  url: string
  /** Bytes of downloaded objects that were handed to the network so far. */
  readonly bytesSent: number
  /** Does what the next request asks, and cuts the connection within the answer. */
  cutNext(): void
  close(): Promise<void>
}

const PIECE_BYTES = 64 * 1024

/**
 * Starts a local server that stands for Google's emulator with one bucket (see
 * `createFakeBucket`), for web and worker processes that a test starts.
 */
export async function startFakeGcs(name = 'test-bucket'): Promise<FakeGcs> {
  const bucket = createFakeBucket(name, EMULATOR_ANSWERS)
  let bytesSent = 0
  let cuts = false

  /** In pieces, so that no more is sent than the client takes. */
  function* piecesOf(body: Buffer | null) {
    for (let from = 0; body && from < body.length; from += PIECE_BYTES) {
      const piece = body.subarray(from, from + PIECE_BYTES)
      bytesSent += piece.length
      yield piece
    }
  }

  const server = createServer(async (request, response) => {
    const answer = await bucket.answer({
      method: request.method ?? '',
      url: new URL(request.url ?? '/', 'http://fake'),
      contentType: request.headers['content-type'] ?? '',
      body: await buffer(request),
    })
    response.writeHead(answer.status, answer.headers)
    if (!cuts) return pipeline(piecesOf(answer.body), response).catch(() => {})
    cuts = false
    cutWithin(answer, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ...bucket,
    get bytesSent() {
      return bytesSent
    },
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutNext() {
      cuts = true
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** Sends only the first bytes of a body, in a chunk where no length was announced. */
function cutWithin({ body }: BucketAnswer, response: ServerResponse) {
  response.write(body?.subarray(0, 4) ?? '', () => response.socket?.end())
}
