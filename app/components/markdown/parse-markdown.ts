import { isBlank } from './line-starts.ts'
import type { Block, References } from './markdown-tokens.ts'
import { readInline } from './read-inline.ts'
import { readBlock } from './split-blocks.ts'

/** A block of a text with its source, by which it is told whether it has changed. */
export type SourceBlock = { source: string; block: Block }

/** What reading a text has used up so far. */
type Progress = { references: References; characters: number; elements: number }

/**
 * Elements that a text may be rendered as at any place: a number that no short
 * text reaches, and one for so many characters before the place.
 */
const ELEMENTS = 2_000
const CHARACTERS_FOR_ELEMENT = 8
/** Characters that stay plain together where there are too many elements. */
const PLAIN_CHARACTERS = 4_096

/** Characters of a page, and of a text, that are formatted; what is beyond stays plain. */
export const FORMATTED_CHARACTERS = 300_000

/** The cache holds the blocks of at most so many characters of Markdown. */
const CACHED_CHARACTERS = 2_000_000

const cache = new Map<string, SourceBlock[]>()
let cachedCharacters = 0

/**
 * Reads Markdown (GFM; HTML in it stays text). The time and the elements that
 * it is rendered as are bounded by its length; where a text asks for more, it
 * stays plain, whole (docs/decisions/0018-bounds-on-markdown.md).
 *
 * The blocks of recent texts are cached, because the page of a chat renders
 * often and reading is a large part of the work.
 */
export function parseMarkdown(markdown: string): SourceBlock[] {
  const cached = cache.get(markdown)
  if (cached) return cached
  const { blocks } = readText(markdown, { references: new Map(), characters: 0, elements: 0 })
  if (markdown.length > CACHED_CHARACTERS / 10) return blocks
  cache.set(markdown, blocks)
  cachedCharacters += markdown.length
  // A Map keeps the order of insertion, so the oldest texts are dropped first.
  for (const text of cache.keys()) {
    if (cachedCharacters <= CACHED_CHARACTERS) break
    cache.delete(text)
    cachedCharacters -= text.length
  }
  return blocks
}

/**
 * Creates a reader for a text that grows at its end. Blocks that are finished
 * keep their identity and are not read again, so that a long reply stays
 * cheap: only the last block is open, which means that it may still change.
 */
export function createMarkdownReader() {
  let progress: Progress = { references: new Map(), characters: 0, elements: 0 }
  let open = ''

  return {
    /**
     * Adds to the text, and reads it.
     *
     * @returns the blocks that have become finished by this, and the open ones
     */
    add(text: string): { finished: SourceBlock[]; open: SourceBlock[] } {
      open += text
      const { blocks, lastStart, beforeLast } = readText(open, progress)
      if (blocks.length < 2) return { finished: [], open: blocks }
      open = open.slice(lastStart)
      progress = beforeLast
      return { finished: blocks.slice(0, -1), open: blocks.slice(-1) }
    },
  }
}

/** Reads the blocks of a text; also what was used up before the last of them, and where it begins. */
function readText(markdown: string, before: Progress) {
  const room = Math.max(0, FORMATTED_CHARACTERS - before.characters)
  if (markdown.length <= room) return readBlocksOf(markdown, before)
  // Cut where a line ends, where there is one.
  const cut = markdown.lastIndexOf('\n', room) + 1 || room
  const read = readBlocksOf(markdown.slice(0, cut), before)
  const text = markdown.slice(cut)
  const elements = read.progress.elements + 1
  return {
    blocks: [...read.blocks, { source: text, block: { type: 'plain' as const, text } }],
    lastStart: cut,
    beforeLast: { ...read.progress, characters: before.characters + cut, elements },
  }
}

function readBlocksOf(markdown: string, before: Progress) {
  // Each line keeps its length here, which tells where a block begins in the text.
  const sourceLines = markdown.replace(/\r(?!\n)/g, '\n').split('\n')
  const lines = sourceLines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line))
  const progress = { ...before }
  const found: { from: number; end: number; characters: number; block: Block }[] = []
  for (let at = 0; at < lines.length; ) {
    if (isBlank(lines[at] ?? '')) {
      progress.characters += (sourceLines[at]?.length ?? 0) + 1
      at += 1
      continue
    }
    const { block, end } = readBlock(lines, at, 0, progress.references)
    const characters = lengthOf(sourceLines, at, end)
    if (block) found.push({ from: at, end, characters: progress.characters, block })
    progress.characters += characters
    at = end
  }
  const blocks: SourceBlock[] = []
  let lastStart = 0
  let beforeLast = before
  for (let index = 0; index < found.length; ) {
    const first = found[index]
    if (!first) break
    lastStart = first.characters - before.characters
    beforeLast = { ...progress, characters: first.characters, elements: progress.elements }
    const source = lines.slice(first.from, first.end).join('\n')
    const allowed = ELEMENTS + (first.characters + source.length) / CHARACTERS_FOR_ELEMENT
    const elements = readInline(first.block, progress.references)
    if (progress.elements + elements <= allowed) {
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
  return { blocks, lastStart, beforeLast, progress }
}

function lengthOf(lines: string[], from: number, end: number): number {
  let length = 0
  for (let at = from; at < Math.min(end, lines.length); at += 1)
    length += (lines[at]?.length ?? 0) + 1
  return length
}
