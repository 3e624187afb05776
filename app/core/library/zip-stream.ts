import { setImmediate } from 'node:timers/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

/** A file of an archive; its bytes come in parts, which are asked for one after the other. */
export type ArchivedFile = {
  name: string
  /** When it was changed, in ISO 8601. */
  changedAt: string
  /** Whether its bytes are compressed already. */
  isCompressed: boolean
  parts: AsyncIterable<Uint8Array>
}

/** Quick rather than small: 1 MB takes some 50 ms, of the hardest texts 100. */
const LEVEL = 3
/** Bytes that are compressed at once; others are served in between. */
const PIECE_BYTES = 128 * 1024
/** Years that the format can express. */
const [FIRST_YEAR, LAST_YEAR] = [1980, 2099]

/**
 * Writes files into a zip archive, which is never in memory as a whole: a part of a
 * file is asked for when what came of the one before has been taken.
 */
export async function* zipStream(
  files: AsyncIterable<ArchivedFile>,
): AsyncGenerator<Uint8Array, void, void> {
  let written: Uint8Array[] = []
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    written.push(bytes)
  })
  function* takeWritten() {
    const taken = written.filter(({ byteLength }) => byteLength > 0)
    written = []
    yield* taken
  }

  for await (const { name, changedAt, isCompressed, parts } of files) {
    const entry = isCompressed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: LEVEL })
    entry.mtime = expressible(changedAt)
    zip.add(entry)
    for await (const part of parts) {
      for (let from = 0; from < part.byteLength; from += PIECE_BYTES) {
        entry.push(part.subarray(from, from + PIECE_BYTES))
        yield* takeWritten()
        await setImmediate()
      }
    }
    entry.push(new Uint8Array(0), true)
    yield* takeWritten()
  }
  zip.end()
  yield* takeWritten()
}

function expressible(time: string): Date {
  const date = new Date(time)
  const year = date.getFullYear()
  if (year < FIRST_YEAR) return new Date(FIRST_YEAR, 0, 2)
  return year > LAST_YEAR ? new Date(LAST_YEAR, 0, 2) : date
}
