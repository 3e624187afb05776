import type { RequestContext } from '../context.ts'

const encoder = new TextEncoder()

type TextStreamContext = Pick<RequestContext, 'drained'>

/**
 * Makes a response body out of pieces of text. A piece is asked for when the
 * reader has taken the one before, so a slow reader holds nothing in memory.
 */
export function textStream(
  pieces: AsyncGenerator<string, void, void>,
  context: TextStreamContext,
): ReadableStream<Uint8Array> {
  return encodedStream(pieces, (piece) => piece, context)
}

/**
 * The same for anything that can be written as text.
 *
 * @param encode is called once for each value, in order
 */
export function encodedStream<T>(
  values: AsyncGenerator<T, void, void>,
  encode: (value: T) => string,
  context: TextStreamContext,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await context.drained()
        const { value, done } = await values.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(encode(value)))
      },
      async cancel() {
        await values.return()
      },
    },
    { highWaterMark: 0 },
  )
}
