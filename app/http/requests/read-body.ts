import { AppError } from '#core/app-error.ts'
import type { RequestContext } from '../context.ts'
import { parseInTurn } from '../limits/body-turns.ts'
import type { BodyHold } from './body-budget.ts'
import { openBody } from './body-reader.ts'
import { createJsonBounds } from './json-bounds.ts'

/** Bytes beyond which a body is parsed in its turn: 8 MB hold the thread for some 100 ms. */
const LARGE_BYTES = 1024 * 1024

export type ReadOptions = {
  /** Bytes of the body at most. */
  maxBytes: number
  /** Counts the bytes for as long as they are held. */
  hold: BodyHold
  /** Says that the body is too large, where there is more to say than its size. */
  tooLarge?: string | undefined
  /** Looks at each chunk as it comes; what it throws ends the reading. */
  check?(chunk: Uint8Array): void
}

/**
 * Reads a JSON body; a large one is parsed when it is the turn of its sender.
 *
 * @throws {AppError} as {@link readBody}; invalid when it is empty, not JSON, or holds
 *   more values than are taken; unavailable when too many large ones wait
 */
export async function readJson(
  request: Request,
  sender: Pick<RequestContext, 'ip' | 'leaveSignal'>,
  options: Omit<ReadOptions, 'check'>,
): Promise<unknown> {
  const body = await readBody(request, { ...options, check: createJsonBounds() })
  return body.byteLength > LARGE_BYTES
    ? parseInTurn(sender, async () => parseJson(body))
    : parseJson(body)
}

function parseJson(body: Buffer): unknown {
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
 * @throws {AppError} too-large; timed-out when it stands still; invalid when the
 *   sender leaves in the middle; unavailable when too many bodies are being read
 */
export async function readBody(
  request: Request,
  { maxBytes, hold, check, tooLarge: text }: ReadOptions,
): Promise<Buffer> {
  const tooLarge = () =>
    new AppError('too-large', text ?? `The body is larger than ${maxBytes} bytes. Send less.`)
  const reader = openBody(request, hold)
  if (!reader) return Buffer.alloc(0)
  if (Number(request.headers.get('content-length')) > maxBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const chunk = await reader.read()
    if (!chunk) return Buffer.concat(chunks, size)
    size += chunk.byteLength
    if (size > maxBytes) throw tooLarge()
    check?.(chunk)
    chunks.push(chunk)
  }
}
