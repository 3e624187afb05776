import type { RequestContext } from '../context.ts'

export type StreamContext = Pick<RequestContext, 'drained'>

/**
 * Makes a response body out of values that come one after the other. A value is
 * asked for when the reader has taken the one before, so a slow reader holds
 * only one in memory, and none is asked for when the reader has left. An error
 * ends the connection, so that the client sees that the body is cut off.
 *
 * Its response must not be compressed (`Cache-Control: no-transform` prevents it):
 * the compression would take values faster than it gives them to the reader.
 *
 * @param encode is called once for each value, in order
 */
export function byteStream<T>(
  values: AsyncGenerator<T, void, void>,
  encode: (value: T) => Uint8Array,
  context: StreamContext,
): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (!(await context.drained())) {
          await values.return()
          return controller.close()
        }
        const { value, done } = await values.next()
        if (done) controller.close()
        else controller.enqueue(encode(value))
      },
      async cancel() {
        await values.return()
      },
    },
    { highWaterMark: 0 },
  )
}
