import type { ArchivedFile } from '../library/zip-stream.ts'

/** Makes a file of an archive out of pieces of text. */
export function textFile(
  name: string,
  changedAt: string,
  pieces: AsyncIterable<string> | Iterable<string>,
): ArchivedFile {
  return { name, changedAt, isCompressed: false, parts: encoded(pieces) }
}

/** Makes a file of an archive out of a value, as JSON that people can read. */
export function jsonFile(name: string, changedAt: string, value: unknown): ArchivedFile {
  return textFile(name, changedAt, [`${JSON.stringify(value, null, 2)}\n`])
}

async function* encoded(pieces: AsyncIterable<string> | Iterable<string>) {
  for await (const piece of pieces) yield Buffer.from(piece)
}
