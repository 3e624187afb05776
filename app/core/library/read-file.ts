import type { DocumentKind } from '#db/entities/document.ts'
import { AppError } from '../app-error.ts'
import { MAX_DOCUMENT_TITLE_LENGTH } from '../documents/document-schema.ts'
import { toStorableText } from '../storable-text.ts'
import { checkPng } from './check-png.ts'
import { kindOfFile, MAX_FILE_BYTES } from './file-kinds.ts'

/** A file as it was sent. */
export type SentFile = { name: string; bytes: Buffer }

type FileDocument = { title: string; kind: DocumentKind; content: string }

/** The control characters that texts have: tab, line ends, form feed and escape. */
const TEXT_CONTROLS = new Set([9, 10, 11, 12, 13, 27])

/**
 * Makes a document out of a file: its kind by its name, its content by its bytes.
 *
 * @throws {AppError} invalid; the text goes on after the name of the file
 */
export function readFile({ name, bytes }: SentFile): FileDocument {
  const kind = kindOfFile(name)
  if (kind === null) {
    throw new AppError(
      'invalid',
      'cannot be a document. Upload .md, .txt, .csv, .tsv, .png or source code.',
    )
  }
  if (bytes.byteLength > MAX_FILE_BYTES) {
    throw new AppError('invalid', 'is larger than 5 MB. Make it smaller.')
  }
  if (kind === 'image') {
    checkPng(bytes)
    return { title: titleOf(name, kind), kind, content: bytes.toString('base64') }
  }
  const text = decodeText(bytes)
  // A sheet keeps its mark, with which spreadsheets recognise UTF-8.
  const content = kind === 'sheet' ? text : text.replace(/^\uFEFF/, '')
  return { title: titleOf(name, kind), kind, content }
}

/** The name of the file: of source code with the extension, which tells its language. */
function titleOf(name: string, kind: DocumentKind): string {
  const whole = toStorableText(name)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  const title = kind === 'code' ? whole : whole.replace(/\.[^.]+$/, '').trim()
  return title.slice(0, MAX_DOCUMENT_TITLE_LENGTH).toWellFormed() || 'Untitled'
}

function decodeText(bytes: Buffer): string {
  const encoding = encodingOf(bytes)
  let text: string
  try {
    text = new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    const detail = 'is not a text in UTF-8. Save it with this encoding and upload it again.'
    throw new AppError('invalid', detail, { cause })
  }
  if (isBinary(text)) {
    throw new AppError('invalid', 'is not a text: it holds bytes that no text has.')
  }
  return text
}

/** Some programs write UTF-16, always with its mark. */
function encodingOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

function isBinary(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index)
    if (code < 32 && !TEXT_CONTROLS.has(code)) return true
  }
  return false
}
