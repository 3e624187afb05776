import type { Inline } from './markdown-tokens.ts'

/** A text without any marks. */
export function textPieces(text: string): Inline[] {
  return text === '' ? [] : [{ type: 'text', text }]
}

/** The link of an address that stands in a text. */
export function linkOf(href: string, text: string): Inline {
  return { type: 'link', href, children: [{ type: 'text', text }] }
}

/** What pieces say without their marks. */
export function plainText(pieces: Inline[]): string {
  return pieces
    .map((piece) => {
      if ('children' in piece) return plainText(piece.children)
      if (piece.type === 'image') return piece.alt
      if (piece.type === 'note') return piece.note.label
      return piece.type === 'break' ? ' ' : piece.text
    })
    .join('')
}

/** The links in the text of another link are its text. */
export function withoutLinks(tokens: Inline[]): Inline[] {
  if (!tokens.some(({ type }) => type === 'link')) return tokens
  return tokens.flatMap((token) => (token.type === 'link' ? token.children : [token]))
}
