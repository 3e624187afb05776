import { strFromU8, Unzip, UnzipInflate, UnzipPassThrough } from 'fflate'
import { type ParsedExport, parseExport, UnreadableExport } from './parse-export.ts'

/** Bytes of all JSON of one file that a browser reads; to parse it takes as much again. */
const MAX_JSON_BYTES = 200 * 1024 * 1024
/** Files of an archive that are read at most. */
const MAX_FILES = 5_000

/** The chats of the archives that are known: all in one file or in a few, or one file each. */
const CHAT_FILE = /(?:^|\/)(?:conversations(?:-\d+)?|chats\/[^/]+)\.json$/i

/**
 * Reads a file of an export, JSON or a zip archive. Of an archive, only the files with
 * chats are unpacked, piece by piece.
 *
 * @param maxBytes of JSON, unpacked
 * @throws {UnreadableExport}
 */
export async function readExportFile(file: Blob, maxBytes = MAX_JSON_BYTES): Promise<ParsedExport> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  const isZip = start[0] === 0x50 && start[1] === 0x4b
  if (!isZip) {
    if (file.size > maxBytes) throw tooLarge(maxBytes)
    return parseExport(await file.text())
  }
  const texts = await unzipChats(file, maxBytes)
  if (texts.length === 0) {
    throw new UnreadableExport(
      'There are no chats in this archive. The export of ChatGPT or Claude holds a file conversations.json.',
    )
  }
  const parsed = texts.map(parseExport)
  return {
    source: parsed[0]?.source ?? 'Parley',
    chats: parsed.flatMap(({ chats }) => chats),
  }
}

async function unzipChats(file: Blob, maxBytes: number): Promise<string[]> {
  const texts: string[] = []
  let bytes = 0
  let problem: unknown = null
  const unzip = new Unzip((entry) => {
    if (!CHAT_FILE.test(entry.name)) return
    if (texts.length >= MAX_FILES) problem ??= tooLarge(maxBytes)
    const chunks: Uint8Array[] = []
    entry.ondata = (error, chunk, isLast) => {
      if (error) problem ??= error
      if (problem) return
      bytes += chunk.byteLength
      if (bytes > maxBytes) {
        problem = tooLarge(maxBytes)
        return
      }
      chunks.push(chunk)
      if (isLast) texts.push(strFromU8(joined(chunks)))
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  unzip.register(UnzipPassThrough)
  try {
    const reader = file.stream().getReader()
    for (let read = await reader.read(); ; read = await reader.read()) {
      unzip.push(read.value ?? new Uint8Array(0), read.done)
      if (problem || read.done) break
    }
  } catch (error) {
    problem ??= error
  }
  if (problem instanceof UnreadableExport) throw problem
  if (problem) {
    throw new UnreadableExport('This archive is damaged or not whole. Download it again.', {
      cause: problem,
    })
  }
  return texts
}

function joined(chunks: Uint8Array[]): Uint8Array {
  const all = new Uint8Array(chunks.reduce((sum, { byteLength }) => sum + byteLength, 0))
  let at = 0
  for (const chunk of chunks) {
    all.set(chunk, at)
    at += chunk.byteLength
  }
  return all
}

function tooLarge(maxBytes: number): UnreadableExport {
  const megabytes = maxBytes / 1024 / 1024
  return new UnreadableExport(
    `The chats in this file are larger than ${megabytes} MB. Import them in parts.`,
  )
}
