import { formatTextFile, MAX_TEXT_FILE_BYTES } from '#core/chat/text-file.ts'
import { RefusedFile } from './attachment.ts'

/**
 * Reads a file as the text of a message's part.
 *
 * @throws {RefusedFile} when it is too large, empty, or no UTF-8 text
 */
export async function readTextFile(file: File): Promise<string> {
  if (file.size > MAX_TEXT_FILE_BYTES) {
    throw new RefusedFile(`${file.name} is larger than ${MAX_TEXT_FILE_BYTES / 1000} kB.`)
  }
  const content = decode(await file.arrayBuffer(), file.name).replaceAll('\r\n', '\n')
  if (!content.trim()) throw new RefusedFile(`${file.name} is empty.`)
  return formatTextFile({ name: file.name, content })
}

function decode(bytes: ArrayBuffer, name: string): string {
  let text: string
  try {
    // A byte order mark at the start is left out.
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new RefusedFile(
      `${name} is not text in UTF-8. Save it as UTF-8, or send a JPEG or PNG image.`,
    )
  }
  if (text.includes('\0')) throw new RefusedFile(`${name} is not a text file.`)
  return text
}
