import { fenceAround } from '../fence-around.ts'

/** Bytes of a text file at most; with its heading it stays within the text of one part. */
export const MAX_TEXT_FILE_BYTES = 190_000

export type TextFile = { name: string; content: string }

/** The start of a part, the fence that ends it, and between them the file. */
const FORM = /^File: ([^\n]{1,200})\n\n(`{3,})\n([\s\S]*)\n\2$/

/**
 * Writes a text file as the text of a message's part: its name, and its content in
 * a fence that does not occur in it. Models, exports and other clients read it as
 * Markdown; {@link parseTextFile} reads exactly this form back.
 */
export function formatTextFile({ name, content }: TextFile): string {
  const fence = fenceAround(content)
  return `File: ${oneLine(name)}\n\n${fence}\n${content}\n${fence}`
}

/** Reads what {@link formatTextFile} has written; null for any other text. */
export function parseTextFile(text: unknown): TextFile | null {
  if (typeof text !== 'string' || !text.startsWith('File: ')) return null
  const [, name, fence, content] = FORM.exec(text) ?? []
  if (!name || !fence || content === undefined || content.includes(fence)) return null
  return { name, content }
}

/** Whether a part of a message is a text file. */
export function isTextFilePart({ type, text }: { type: string; text?: unknown }): boolean {
  return type === 'text' && parseTextFile(text) !== null
}

/** A text that was typed, so that it is never taken for a file. */
export function typedText(text: string): string {
  return parseTextFile(text) ? `${text}\n` : text
}

function oneLine(name: string): string {
  return name.replace(/\s+/g, ' ').trim().slice(-200) || 'file.txt'
}
