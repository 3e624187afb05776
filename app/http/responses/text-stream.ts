import { byteStream, type StreamContext, type StreamOptions } from './byte-stream.ts'

const encoder = new TextEncoder()

/**
 * Makes a response body out of pieces of text. A piece is asked for when the
 * reader has taken the one before, so a slow reader holds nothing in memory.
 */
export function textStream(
  pieces: AsyncGenerator<string, void, void>,
  context: StreamContext,
  options?: StreamOptions<string>,
): ReadableStream<Uint8Array> {
  return encodedStream(pieces, (piece) => piece, context, options)
}

/**
 * The same for anything that can be written as text.
 *
 * @param encode is called once for each value, in order
 */
export function encodedStream<T>(
  values: AsyncGenerator<T, void, void>,
  encode: (value: T) => string,
  context: StreamContext,
  options?: StreamOptions<T>,
): ReadableStream<Uint8Array> {
  return byteStream(values, (value) => encoder.encode(encode(value)), context, options)
}
