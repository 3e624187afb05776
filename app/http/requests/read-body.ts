import { AppError } from '#core/app-error.ts'
import { discardBody } from './discard-body.ts'

/**
 * Reads a request's body, counting while it reads: what is over the limit is
 * not buffered.
 *
 * @param maxBytes the limit
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
      const { done, value } = await reader.read().catch(brokenOff)
      if (done) return Buffer.concat(chunks, size)
      size += value.byteLength
      if (size > maxBytes) throw tooLarge()
      chunks.push(value)
    }
  } finally {
    discardBody(reader)
  }
}

/** Nobody is there to read it; but it is not a fault of ours, nor of the database's socket. */
function brokenOff(cause: unknown): never {
  throw new AppError('invalid', 'The body ended before it was complete. Send it again.', { cause })
}

/**
 * Reads a JSON body.
 *
 * @throws {AppError} too-large; invalid when it is broken off, empty or not JSON
 */
export async function readJson(request: Request, maxBytes: number): Promise<unknown> {
  const body = await readBody(request, maxBytes)
  try {
    return JSON.parse(body.toString('utf8'))
  } catch (cause) {
    throw new AppError('invalid', 'The body is not valid JSON. Send a JSON object.', { cause })
  }
}
