import {
  type Progress,
  readBoundedBlocks,
  type SourceBlock,
  startOfText,
} from './bounded-blocks.ts'
import { FORMATTED_CHARACTERS } from './markdown-bounds.ts'

/** The cache holds texts of this weight together, which takes 30 to 70 MB. */
const CACHED_WEIGHT = 4_000_000
/** A text of more weight is read anew whenever it is counted or shown. */
const LARGEST_CACHED = CACHED_WEIGHT / 2
/** The memory that an element and a text take besides their characters, as that of so many characters. */
const ELEMENT_WEIGHT = 15
const TEXT_WEIGHT = 40

/** The blocks of a text, and how many elements they are rendered as, about. */
type ReadText = { blocks: SourceBlock[]; elements: number }

const cache = new Map<string, ReadText>()
let cachedWeight = 0

/**
 * Reads Markdown (GFM; HTML in it stays text). The time and the elements that
 * it is rendered as are bounded by its length; where a text asks for more, it
 * stays plain, whole (docs/decisions/0018-bounds-on-markdown.md).
 *
 * The blocks of recent texts are cached, because the page of a chat renders
 * often and reading is a large part of the work.
 */
export function parseMarkdown(markdown: string): ReadText {
  const cached = cache.get(markdown)
  if (cached) return cached
  const { blocks, elements } = readText(markdown, startOfText(false))
  const read = { blocks, elements }
  const weight = weightOf(markdown, read)
  if (weight > LARGEST_CACHED) return read
  cache.set(markdown, read)
  cachedWeight += weight
  if (cachedWeight > CACHED_WEIGHT) dropOldest()
  return read
}

/** Drops an eighth of the cache at once: a Map that has lost its first entries is slow to find the next. */
function dropOldest(): void {
  // A Map keeps the order of insertion.
  for (const [text, read] of cache) {
    if (cachedWeight <= (CACHED_WEIGHT * 7) / 8) break
    cache.delete(text)
    cachedWeight -= weightOf(text, read)
  }
}

function weightOf(text: string, { elements }: ReadText): number {
  return text.length + TEXT_WEIGHT + Math.ceil(elements) * ELEMENT_WEIGHT
}

/**
 * Creates a reader for a text that grows at its end. Blocks that are finished
 * keep their identity and are not read again, so that a long reply stays
 * cheap: only the last block is open, which means that it may still change.
 */
export function createMarkdownReader() {
  let progress: Progress = startOfText(true)
  let openText = ''

  return {
    /**
     * Adds to the text, and reads it.
     *
     * @returns the blocks that have become finished by this, the open ones, and
     *   the text that will be read again: the open ones with the blank lines and
     *   definitions around them
     */
    add(text: string): { finished: SourceBlock[]; open: SourceBlock[]; openText: string } {
      openText += text
      const { blocks, lastStart, beforeLast } = readText(openText, progress)
      if (blocks.length < 2) return { finished: [], open: blocks, openText }
      openText = openText.slice(lastStart)
      progress = beforeLast
      return { finished: blocks.slice(0, -1), open: blocks.slice(-1), openText }
    },
  }
}

/** Reads the blocks of a text; also what was used up before the last of them, and where it begins. */
function readText(markdown: string, before: Progress) {
  const room = Math.max(0, FORMATTED_CHARACTERS - before.characters)
  if (markdown.length <= room) {
    const whole = readBoundedBlocks(markdown, before)
    return { ...whole, elements: whole.progress.elements }
  }
  // Cut where a line ends, where there is one; else not within a character.
  const cut = markdown.lastIndexOf('\n', room) + 1 || wholeCharacters(markdown, room)
  const read = readBoundedBlocks(markdown.slice(0, cut), before)
  const text = markdown.slice(cut)
  const elements = read.progress.elements + 1
  return {
    blocks: [...read.blocks, { source: text, block: { type: 'plain' as const, text } }],
    elements,
    lastStart: cut,
    beforeLast: { ...read.progress, characters: before.characters + cut, elements },
  }
}

/** So many code units of a text, or one less where the last would be half of a character. */
function wholeCharacters(text: string, length: number): number {
  return /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length
}
