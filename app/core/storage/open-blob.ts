/** An object of the blob store that is open for reading, a piece at a time. */
export type OpenBlob = {
  /** Bytes of the whole object. */
  size: number
  /**
   * The bytes in order, in pieces of bounded size. The next piece is read when it is
   * asked for. Throws when reading fails, also when the object ends too early.
   */
  pieces: AsyncGenerator<Uint8Array, void, void>
  /** Closes the object. Only needed where the pieces are not read at all. */
  close(): Promise<void>
}

/** The error for an object that is larger than its reader allows. */
export function tooLargeToRead(key: string, size: number, maxBytes: number): Error {
  return new Error(`Object ${key} has ${size} bytes, over ${maxBytes}.`)
}

/** Reads what is left of an open object into memory. */
export async function readWhole({ size, pieces }: OpenBlob): Promise<Buffer> {
  const read: Uint8Array[] = []
  for await (const piece of pieces) read.push(piece)
  return Buffer.concat(read, size)
}

/**
 * Makes an open object out of its pieces. Checks that they are as many bytes as they
 * should be: what is sent to a client with a `Content-Length` must not end silently
 * too early.
 *
 * @param close releases what is open; may be called several times
 */
export function openBlob(
  key: string,
  size: number,
  pieces: AsyncIterable<Uint8Array>,
  close: () => Promise<void>,
): OpenBlob {
  const checked = checkedPieces(key, size, pieces, close)
  const returnEarly = checked.return.bind(checked)
  return {
    size,
    close,
    pieces: Object.assign(checked, {
      // A generator that was never asked for anything does not run its `finally`.
      async return() {
        await close()
        return returnEarly()
      },
    }),
  }
}

async function* checkedPieces(
  key: string,
  size: number,
  pieces: AsyncIterable<Uint8Array>,
  close: () => Promise<void>,
): AsyncGenerator<Uint8Array, void, void> {
  let read = 0
  try {
    for await (const piece of pieces) {
      read += piece.byteLength
      if (read > size) break
      yield piece
    }
    if (read !== size) throw new Error(`Object ${key} did not end after its ${size} bytes.`)
  } finally {
    await close()
  }
}
