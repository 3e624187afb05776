import type { Block, BlockText, Inline, References } from './markdown-tokens.ts'
import { parseInline } from './parse-inline.ts'

/** What a block of code is made of, with its frame and its button. */
const CODE_ELEMENTS = 8

/**
 * Reads the pieces of all texts of a block.
 *
 * @returns how many elements the block is rendered as, about; a long address counts as several
 */
export function readInline(block: Block, references: References): number {
  const read = (text: BlockText) => {
    text.pieces = parseInline(text.source, references)
    return 1 + countPieces(text.pieces)
  }
  switch (block.type) {
    case 'paragraph':
    case 'heading':
      return read(block.text)
    case 'quote':
      return 1 + sum(block.blocks, (inner) => readInline(inner, references))
    case 'list':
      return sum(
        block.items,
        ({ blocks }) => 1 + sum(blocks, (inner) => readInline(inner, references)),
      )
    case 'table':
      return sum(block.rows, (cells) => 1 + sum(cells, read))
    case 'code':
      return CODE_ELEMENTS
    default:
      return 1
  }
}

/** Characters of an address that count as an element: many references may repeat a long one. */
const ADDRESS_CHARACTERS = 100

function countPieces(pieces: Inline[]): number {
  return sum(pieces, (piece) => {
    if (piece.type === 'text') return 0
    const address = 'href' in piece ? piece.href.length / ADDRESS_CHARACTERS : 0
    return 1 + address + ('children' in piece ? countPieces(piece.children) : 0)
  })
}

function sum<T>(items: T[], measure: (item: T) => number): number {
  let total = 0
  for (const item of items) total += measure(item)
  return total
}
