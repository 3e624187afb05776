import type { RequestContext } from '../context.ts'
import { type KeepAlive, startKeepAlive } from './keep-alive.ts'

export type StreamContext = Pick<RequestContext, 'drained'>

export type StreamOptions<T> = {
  /** A value that comes before the others; the others are asked for once it is there. */
  first?: Promise<T>
  keepAlive?: KeepAlive | undefined
}

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
  { first, keepAlive }: StreamOptions<T> = {},
): ReadableStream<Uint8Array> {
  let head = first
  // The reader may leave before it has asked for anything.
  first?.catch(() => {})
  let beat: ReturnType<typeof startKeepAlive> | undefined

  async function takeHead(value: Promise<T>): Promise<IteratorResult<T, void>> {
    head = undefined
    return { value: await value, done: false }
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        // Not before: a body that nobody reads is never told that it is over.
        if (keepAlive) beat ??= startKeepAlive(controller, keepAlive)
        try {
          if (!(await context.drained())) {
            beat?.stop()
            await values.return()
            return controller.close()
          }
          const { value, done } = head ? await takeHead(head) : await values.next()
          beat?.sent()
          if (!done) return controller.enqueue(encode(value))
          beat?.stop()
          controller.close()
        } catch (error) {
          beat?.stop()
          throw error
        }
      },
      async cancel() {
        beat?.stop()
        await values.return()
      },
    },
    { highWaterMark: 0 },
  )
}
