import { AppError } from '#core/app-error.ts'

type BodyReader = ReadableStreamDefaultReader<Uint8Array>

/** Bytes and milliseconds for which the rest of a body is read, only to be dropped. */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024
const MAX_DISCARDING_MS = 10_000

/**
 * Reads a JSON body.
 *
 * @throws {AppError} too-large; invalid when it is cut off, empty or not JSON
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const body = await readBody(request, maxBytes)
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new AppError('invalid', 'The body is not valid JSON. Send a JSON object.', { cause })
  }
}

/**
 * Reads a request's body, counting its bytes on the way, so that never more
 * than the limit is held in memory.
 *
 * @throws {AppError} too-large; invalid when the sender leaves in the middle
 */
export async function readBody(request: Request, maxBytes: number): Promise<Buffer> {
  const tooLarge = () =>
    new AppError('too-large', `The body is larger than ${maxBytes} bytes. Send less.`)
  const reader = request.body?.getReader()
  if (!reader) return Buffer.alloc(0)
  try {
    if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge()
    const chunks: Uint8Array[] = []
    let size = 0
    for (;;) {
      const { done, value } = await reader.read().catch(throwCutOff)
      if (done) return Buffer.concat(chunks, size)
      size += value.byteLength
      if (size > maxBytes) throw tooLarge()
      chunks.push(value)
    }
  } finally {
    discardBody(reader)
  }
}

/** An error of its own, or the reset socket would be taken for one of the database's. */
function throwCutOff(cause: unknown): never {
  throw new AppError('invalid', 'The body ended before it was complete. Send it again.', { cause })
}

/**
 * Reads the rest of a body and drops it, in the background, while the answer
 * is sent.
 *
 * Cancelling at once would close the socket (the Express adapter destroys the
 * request), and a client that is still sending would see a reset connection
 * instead of the answer. A client that sends more than the bounds gets that.
 */
export function discardBody(reader: BodyReader): void {
  const deadline = setTimeout(() => void reader.cancel().catch(() => {}), MAX_DISCARDING_MS)
  deadline.unref()
  void readToEnd(reader)
    .catch(() => {})
    .finally(() => clearTimeout(deadline))
}

async function readToEnd(reader: BodyReader) {
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    bytes += value.byteLength
    if (bytes > MAX_DISCARDED_BYTES) return void (await reader.cancel())
  }
}
