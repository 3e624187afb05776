import { withDeadline } from '#core/deadline.ts'
import { statusError } from './gcs-retries.ts'
import { type OpenBlob, openBlob, tooLargeToRead } from './open-blob.ts'

type Download = {
  url: string
  headers: HeadersInit
  /** Aborts the request for as long as it has not been answered. */
  signal: AbortSignal
  key: string
  maxBytes: number
  /** Milliseconds in which the next piece must come, once it is asked for. */
  pieceMs: number
}

/**
 * Starts a download with `fetch`. The client's own read stream, closed or
 * answered with an error at the wrong moment, rejects a promise that nobody
 * can catch, which ends the process
 * (https://github.com/googleapis/google-cloud-node/issues/9242).
 *
 * @returns null when there is no such object
 */
export async function startDownload(download: Download): Promise<OpenBlob | null> {
  const { url, headers, signal, key, maxBytes, pieceMs } = download
  const request = new AbortController()
  const abort = () => request.abort(signal.reason)
  signal.throwIfAborted()
  signal.addEventListener('abort', abort, { once: true })
  let response: Response
  try {
    // As it is stored: compressed on the way it would have another length than it says.
    const asStored = new Headers(headers)
    asStored.set('Accept-Encoding', 'identity')
    response = await fetch(url, { headers: asStored, signal: request.signal })
  } finally {
    // From here on, the deadlines are those of the pieces.
    signal.removeEventListener('abort', abort)
  }
  const close = async () => request.abort()
  if (!response.ok || !response.body) {
    await close()
    if (response.status === 404) return null
    throw statusError(response.status)
  }
  const size = Number(response.headers.get('content-length') ?? Number.NaN)
  if (!Number.isSafeInteger(size) || size > maxBytes) {
    await close()
    throw tooLargeToRead(key, size, maxBytes)
  }
  return openBlob(key, size, readPieces(response.body, pieceMs), close)
}

async function* readPieces(body: ReadableStream<Uint8Array>, pieceMs: number) {
  const reader = body.getReader()
  const message = `Cloud Storage sent nothing for ${pieceMs / 1_000} seconds.`
  for (;;) {
    const { done, value } = await withDeadline(reader.read(), pieceMs, message)
    if (done) return
    yield value
  }
}
