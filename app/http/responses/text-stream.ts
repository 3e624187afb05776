import type { RequestContext } from '../context.ts'

const encoder = new TextEncoder()

/**
 * Makes a response body out of pieces of text. A piece is asked for when the
 * reader has taken the one before, so a slow reader holds nothing in memory.
 */
export function textStream(
  pieces: AsyncGenerator<string, void, void>,
  context: Pick<RequestContext, 'drained'>,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await context.drained()
        const { value, done } = await pieces.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await pieces.return()
      },
    },
    { highWaterMark: 0 },
  )
}
