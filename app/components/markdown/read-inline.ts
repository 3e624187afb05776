import { MAX_FORMULA } from './markdown-bounds.ts'
import type { Block, BlockText, Inline, References } from './markdown-tokens.ts'
import { parseInline } from './parse-inline.ts'

/** What a block of code is made of, with its frame and its button. */
const CODE_ELEMENTS = 8
/** An emphasis has two runs of marks; those that belong to none cost about as much to read. */
const RUNS_FOR_ELEMENT = 2

/**
 * Reads the pieces of all texts of a block.
 *
 * @param most elements that the block may have; where it has more, the rest is not read
 * @returns how many elements the block is rendered as, about; a long address counts as several
 */
export function readInline(block: Block, references: References, most: number): number {
  let used = 0

  function readText(text: BlockText) {
    if (used > most) return
    const { pieces, runs } = parseInline(text.source, references, (most - used) * RUNS_FOR_ELEMENT)
    text.pieces = pieces
    used += 1 + Math.max(countPieces(pieces), runs / RUNS_FOR_ELEMENT)
  }

  function readBlock(inner: Block) {
    switch (inner.type) {
      case 'paragraph':
      case 'heading':
        readText(inner.text)
        break
      case 'quote':
        used += 1
        inner.blocks.forEach(readBlock)
        break
      case 'list':
        used += inner.items.length
        for (const { blocks } of inner.items) blocks.forEach(readBlock)
        break
      case 'table':
        used += inner.rows.length
        for (const cells of inner.rows) cells.forEach(readText)
        break
      case 'footnote':
        used += NOTE_ELEMENTS
        inner.blocks.forEach(readBlock)
        break
      case 'math':
        used += formulaElements(inner.text)
        break
      default:
        used += inner.type === 'code' ? CODE_ELEMENTS : 1
    }
  }

  readBlock(block)
  return used
}

/** A footnote has its number, a frame and a link back. */
const NOTE_ELEMENTS = 4

/** A formula is rendered as about an element for each letter and mark. */
function formulaElements(formula: string): number {
  return 2 + Math.min(formula.length, MAX_FORMULA) / 2
}

/** A link has many attributes, and an image of another host is a card with its host in a link. */
const LINK_ELEMENTS = 2
const IMAGE_ELEMENTS = 4
/** Characters of an address that count as an element: many references may repeat a long one. */
const ADDRESS_CHARACTERS = 100

function countPieces(pieces: Inline[]): number {
  let elements = 0
  for (const piece of pieces) {
    if (piece.type === 'text') continue
    if (piece.type === 'link') elements += LINK_ELEMENTS
    else if (piece.type === 'image') elements += IMAGE_ELEMENTS
    else if (piece.type === 'math') elements += formulaElements(piece.text)
    else if (piece.type === 'note') elements += LINK_ELEMENTS
    else elements += 1
    if ('href' in piece) elements += piece.href.length / ADDRESS_CHARACTERS
    if ('children' in piece) elements += countPieces(piece.children)
  }
  return elements
}
