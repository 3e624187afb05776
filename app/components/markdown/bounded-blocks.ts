import { isBlank } from './line-starts.ts'
import { MOST_ELEMENTS } from './markdown-bounds.ts'
import type { Block, References } from './markdown-tokens.ts'
import { readInline } from './read-inline.ts'
import { readBlock } from './split-blocks.ts'

/** A block of a text with its source, by which it is told whether it has changed. */
export type SourceBlock = { source: string; block: Block }

/** What reading a text has used up so far. */
export type Progress = {
  references: References
  characters: number
  elements: number
  /** Blocks, also those in others; those that stay plain together are one. */
  blocks: number
}

/** A block whose pieces have not been read, its lines, and what was used up before it. */
type Found = {
  block: Block
  from: number
  end: number
  characters: number
  blocks: number
  definitions: number
}

/**
 * Elements that a text may be rendered as at any place: a number that no short
 * text reaches, and one for so many characters before the place.
 */
const ELEMENTS = 2_000
const CHARACTERS_FOR_ELEMENT = 8
/** Characters that stay plain together where there are too many elements. */
const PLAIN_CHARACTERS = 4_096

/** The progress at the start of a text, which may be one that grows. */
export function startOfText(isGrowing: boolean): Progress {
  const references = { links: new Map(), footnotes: new Map(), numbered: 0, isGrowing }
  return { references, characters: 0, elements: 0, blocks: 0 }
}

/**
 * Reads the blocks of a text. Where it has too many blocks or elements for its
 * length, some of it stays plain.
 *
 * @param before what the text before it has used up; it gets the definitions of
 *   this text, but for those in the last block and behind it, which may be of
 *   half a line
 * @returns also where the last block begins, and what was used up before it
 */
export function readBoundedBlocks(markdown: string, before: Progress) {
  // Each line keeps its length here, which tells where a block begins in the text.
  const sourceLines = markdown.replace(/\r(?!\n)/g, '\n').split('\n')
  const lines = sourceLines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  const progress = { ...before }
  const defined: string[] = []
  const found = findBlocks(lines, sourceLines, progress, defined)
  const blocks: SourceBlock[] = []
  let lastStart = 0
  let lastDefinitions = 0
  let beforeLast = before
  for (let index = 0; index < found.length; ) {
    const first = found[index]
    if (!first) break
    lastStart = first.characters - before.characters
    lastDefinitions = first.definitions
    beforeLast = { ...progress, characters: first.characters, blocks: first.blocks }
    const source = lines.slice(first.from, first.end).join('\n')
    const left = allowedAt(first.characters + source.length) - progress.elements
    const elements = readInline(first.block, progress.references, left)
    if (elements <= left) {
      progress.elements += elements
      blocks.push({ source, block: first.block })
      index += 1
      continue
    }
    let end = first.end
    while (
      index < found.length &&
      (found[index]?.characters ?? 0) - first.characters < PLAIN_CHARACTERS
    ) {
      end = found[index]?.end ?? end
      index += 1
    }
    const text = lines.slice(first.from, end).join('\n')
    progress.elements += 1
    blocks.push({ source: text, block: { type: 'plain', text } })
  }
  for (const label of defined.slice(lastDefinitions)) {
    const { links, footnotes } = progress.references
    // No label of a link begins with this mark.
    if (label.startsWith('^')) footnotes.delete(label.slice(1))
    else links.delete(label)
  }
  return { blocks, lastStart, beforeLast, progress }
}

/** Finds the blocks of some lines, and what they define; adds to the progress. */
function findBlocks(
  lines: string[],
  sourceLines: string[],
  progress: Progress,
  defined: string[],
): Found[] {
  const found: Found[] = []
  const length = lengthOf(sourceLines, 0, lines.length)
  const most = allowedAt(progress.characters + length)
  const { references } = progress
  for (let at = 0; at < lines.length; ) {
    if (isBlank(lines[at] ?? '')) {
      progress.characters += lengthOf(sourceLines, at, at + 1)
      at += 1
      continue
    }
    const { characters, blocks } = progress
    const definitions = defined.length
    const reading = { references, defined, blocksLeft: most - blocks }
    let { block, end } = readBlock(lines, at, 0, reading)
    progress.blocks = most - reading.blocksLeft
    progress.characters += lengthOf(sourceLines, at, end)
    if (progress.blocks > allowedAt(progress.characters)) {
      for (; end < lines.length && progress.characters - characters < PLAIN_CHARACTERS; end += 1) {
        progress.characters += lengthOf(sourceLines, end, end + 1)
      }
      block = { type: 'plain', text: lines.slice(at, end).join('\n') }
      progress.blocks = blocks + 1
    }
    if (block) found.push({ block, from: at, end, characters, blocks, definitions })
    at = end
  }
  return found
}

/** The elements, and the blocks, that a text may have up to a place. */
function allowedAt(characters: number): number {
  return Math.min(ELEMENTS + characters / CHARACTERS_FOR_ELEMENT, MOST_ELEMENTS)
}

function lengthOf(lines: string[], from: number, end: number): number {
  let length = 0
  for (let at = from; at < Math.min(end, lines.length); at += 1)
    length += (lines[at]?.length ?? 0) + 1
  return length
}
