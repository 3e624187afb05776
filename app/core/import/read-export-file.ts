import { strFromU8, Unzip, UnzipInflate, UnzipPassThrough } from 'fflate'
import { type ParsedExport, parseExport, UnreadableExport } from './parse-export.ts'

/** Bytes of all JSON of one file that a browser reads; to parse it takes as much again. */
const MAX_JSON_BYTES = 200 * 1024 * 1024
/** Files of an archive that are read at most. */
const MAX_FILES = 5_000
/**
 * Bytes of an archive that are unpacked at once: they become a thousand times as many
 * at most, and hold the beginnings of few files.
 */
const PIECE_BYTES = 4 * 1024
/** Milliseconds of work after which others have their turn: the page, or who else the server answers. */
const WORK_MS = 20

/** The chats of the archives that are known: all in one file or in a few, or one file each. */
const CHAT_FILE = /(?:^|\/)(?:conversations(?:-\d+)?|chats\/[^/]+)\.json$/i

type Options = {
  /** Bytes of JSON, unpacked. */
  maxBytes?: number
  /** Looks at all JSON, piece by piece, before any of it is parsed; may throw. */
  check?(piece: Uint8Array): void
}

/**
 * Reads a file of an export, JSON or a zip archive. Of an archive, only the files with
 * chats are unpacked, piece by piece.
 *
 * @throws {UnreadableExport}; what `check` throws
 */
export async function readExportFile(
  file: Blob,
  { maxBytes = MAX_JSON_BYTES, check = () => {} }: Options = {},
): Promise<ParsedExport> {
  const start = new Uint8Array(await file.slice(0, 4).arrayBuffer())
  const isZip = start[0] === 0x50 && start[1] === 0x4b
  if (!isZip) {
    if (file.size > maxBytes) throw tooLarge(maxBytes)
    const bytes = new Uint8Array(await file.arrayBuffer())
    check(bytes)
    return parseExport(new TextDecoder().decode(bytes))
  }
  const files = await unzipChats(file, maxBytes)
  for (const bytes of files) check(bytes)
  if (files.length === 0) {
    throw new UnreadableExport(
      'There are no chats in this archive. The export of ChatGPT or Claude holds a file conversations.json.',
    )
  }
  const rest = createRests()
  const parsed: ParsedExport[] = []
  for (const bytes of files) {
    parsed.push(parseExport(strFromU8(bytes)))
    await rest()
  }
  return {
    source: parsed[0]?.source ?? 'Parley',
    chats: parsed.flatMap(({ chats }) => chats),
  }
}

async function unzipChats(file: Blob, maxBytes: number): Promise<Uint8Array[]> {
  const files: Uint8Array[] = []
  let bytes = 0
  let problem: unknown = null
  const unzip = new Unzip((entry) => {
    if (!CHAT_FILE.test(entry.name)) return
    if (files.length >= MAX_FILES) problem ??= tooLarge(maxBytes)
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
      if (isLast) files.push(joined(chunks))
    }
    entry.start()
  })
  unzip.register(UnzipInflate)
  unzip.register(UnzipPassThrough)
  const rest = createRests()
  try {
    const reader = file.stream().getReader()
    for (let read = await reader.read(); !read.done && !problem; read = await reader.read()) {
      for (let at = 0; at < read.value.length && !problem; at += PIECE_BYTES) {
        unzip.push(read.value.subarray(at, at + PIECE_BYTES))
        await rest()
      }
    }
    if (!problem) unzip.push(new Uint8Array(0), true)
  } catch (error) {
    problem ??= error
  }
  if (problem instanceof UnreadableExport) throw problem
  if (problem) {
    throw new UnreadableExport('This archive is damaged or not whole. Download it again.', {
      cause: problem,
    })
  }
  return files
}

/** Makes the function that is called between pieces of work, and lets others work when it is time. */
function createRests(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < WORK_MS) return
    await new Promise((resolve) => setTimeout(resolve))
    since = performance.now()
  }
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
