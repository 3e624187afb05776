import type { StreamContext } from './byte-stream.ts'
import { textStream } from './text-stream.ts'

/** Makes a JSON response out of pieces of its text; see byte-stream.ts for why it is not compressed. */
export function jsonStream(
  pieces: AsyncGenerator<string, void, void>,
  context: StreamContext,
): Response {
  return new Response(textStream(pieces, context), {
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'private, no-transform' },
  })
}
