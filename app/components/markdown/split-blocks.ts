import {
  closesFence,
  dedent,
  headingOf,
  indentOf,
  interruptsParagraph,
  isBlank,
  isHtml,
  isRule,
  listMarker,
  openingFence,
  quotedText,
  underlineLevel,
} from './line-starts.ts'
import { unescapeMarks } from './link-target.ts'
import {
  type Block,
  type BlockText,
  normaliseLabel,
  type References,
  unreadText,
} from './markdown-tokens.ts'
import { lazyLine, OpenParagraph } from './open-paragraph.ts'
import { readDefinition } from './read-definition.ts'
import { footnoteLabel, footnoteLines } from './read-footnote.ts'
import { readList } from './read-list.ts'
import { readMathBlock } from './read-math-block.ts'
import { readTable } from './read-table.ts'

/** Deeper nesting is shown as its source: each level reads its lines once more. */
const MAX_DEPTH = 16

/** What the blocks of a text share while they are read. */
type Reading = {
  references: References
  /** The labels whose definitions have been met, in their order. */
  defined: string[]
  /** Blocks that may still be read; what follows stays plain. */
  blocksLeft: number
}

/** A block and the lines that it takes, up to `end`. */
export type BlockAt = { block: Block | null; end: number }

/** The blocks of a container; `spaced` when blank lines stand between them. */
type Blocks = { blocks: Block[]; spaced: boolean }

/**
 * Reads the block that begins at a line that is not blank: GFM, with HTML left
 * as text. It takes time linear in the lines that it reads, times the depth.
 *
 * @param reading gets the definitions that are met, and counts the blocks
 */
export function readBlock(lines: string[], at: number, depth: number, reading: Reading): BlockAt {
  if (reading.blocksLeft <= 0) return readPlain(lines, at, lines.length)
  reading.blocksLeft -= 1
  const line = lines[at] ?? ''
  if (indentOf(line) > 3) return readIndentedCode(lines, at)
  const fence = openingFence(line)
  if (fence) return readFencedCode(lines, at, fence)
  const heading = headingOf(line)
  if (heading) {
    return {
      block: { type: 'heading', depth: heading.depth, text: unreadText(heading.text) },
      end: at + 1,
    }
  }
  if (isRule(line)) return { block: { type: 'rule' }, end: at + 1 }
  const readInner = (inner: string[]) => readBlocks(inner, depth + 1, reading)
  if (quotedText(line) !== null) {
    return depth < MAX_DEPTH ? readQuote(lines, at, readInner) : readPlain(lines, at)
  }
  if (listMarker(line)) {
    return depth < MAX_DEPTH ? readList(lines, at, readInner) : readPlain(lines, at)
  }
  if (isHtml(line)) return readPlain(lines, at)
  const definition = readDefinition(lines, at)
  if (definition) {
    const { references, defined } = reading
    const { label, href, end } = definition
    if (!references.links.has(label)) {
      references.links.set(label, href)
      defined.push(label)
    }
    return { block: null, end }
  }
  const label = footnoteLabel(line)
  if (label !== null && depth < MAX_DEPTH) return readNote(lines, at, label, readInner, reading)
  const formula = readMathBlock(lines, at)
  if (formula) return formula
  return readTable(lines, at) ?? readParagraph(lines, at)
}

/** Reads all blocks of some lines. */
function readBlocks(lines: string[], depth: number, reading: Reading): Blocks {
  const blocks: Block[] = []
  let spaced = false
  let at = 0
  while (at < lines.length) {
    if (isBlank(lines[at] ?? '')) {
      at += 1
      continue
    }
    if (blocks.length > 0 && isBlank(lines[at - 1] ?? '')) spaced = true
    const { block, end } = readBlock(lines, at, depth, reading)
    if (block) blocks.push(block)
    at = end
  }
  return { blocks, spaced }
}

function readIndentedCode(lines: string[], at: number): BlockAt {
  let end = at
  for (let next = at; next < lines.length; next += 1) {
    if (isBlank(lines[next] ?? '')) continue
    if (indentOf(lines[next] ?? '') < 4) break
    end = next + 1
  }
  const text = lines.slice(at, end).map((line) => dedent(line, 4))
  const code = text.join('\n')
  return { block: { type: 'code', language: undefined, text: code, closed: true }, end }
}

function readFencedCode(
  lines: string[],
  at: number,
  { fence, info }: { fence: string; info: string },
): BlockAt {
  const indent = indentOf(lines[at] ?? '')
  let end = at + 1
  while (end < lines.length && !closesFence(lines[end] ?? '', fence)) end += 1
  const text = lines.slice(at + 1, end).map((line) => dedent(line, indent))
  // The first word of the info string, e.g. `ts` of "ts title=x".
  const language = info.match(/^[^\s{]+/)?.[0]
  return {
    block: {
      type: 'code',
      language: language && unescapeMarks(language),
      text: text.join('\n'),
      closed: end < lines.length,
    },
    end: end + 1,
  }
}

function readQuote(lines: string[], at: number, readInner: (lines: string[]) => Blocks): BlockAt {
  const inner: string[] = []
  const paragraph = new OpenParagraph()
  let end = at
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ''
    const quoted = quotedText(line)
    if (quoted === null && !paragraph.takes(line)) break
    const text = quoted ?? lazyLine(line)
    inner.push(text)
    paragraph.add(text)
  }
  return { block: { type: 'quote', blocks: readInner(inner).blocks }, end }
}

function readNote(
  lines: string[],
  at: number,
  label: string,
  readInner: (lines: string[]) => Blocks,
  { references, defined }: Reading,
): BlockAt {
  const key = normaliseLabel(label)
  const isNew = !references.footnotes.has(key)
  const note = references.footnotes.get(key) ?? { label, number: 0, known: true }
  if (isNew) {
    references.footnotes.set(key, note)
    defined.push(`^${key}`)
  }
  const { inner, end } = footnoteLines(lines, at)
  // One that is defined again is shown where it stands, and nothing leads there.
  const own = isNew ? note : { label, number: 0, known: false }
  return { block: { type: 'footnote', note: own, blocks: readInner(inner).blocks }, end }
}

/** Lines as they stand, up to a blank one if no end is given. */
function readPlain(lines: string[], at: number, to?: number): BlockAt {
  let end = to ?? at + 1
  if (to === undefined) while (end < lines.length && !isBlank(lines[end] ?? '')) end += 1
  return { block: { type: 'plain', text: lines.slice(at, end).join('\n') }, end }
}

function readParagraph(lines: string[], at: number): BlockAt {
  let end = at + 1
  for (; end < lines.length; end += 1) {
    const line = lines[end] ?? ''
    if (isBlank(line)) break
    const level = underlineLevel(line)
    if (level > 0) {
      const text = textOf(lines, at, end)
      return { block: { type: 'heading', depth: level, text }, end: end + 1 }
    }
    if (interruptsParagraph(line) || footnoteLabel(line) !== null) break
    if (readTable(lines, end, 1) || readMathBlock(lines, end)) break
  }
  return { block: { type: 'paragraph', text: textOf(lines, at, end), tight: false }, end }
}

/** The lines of a paragraph; the blanks at the end of a line may mean a line break. */
function textOf(lines: string[], at: number, end: number): BlockText {
  const text = lines.slice(at, end).map((line) => line.trimStart())
  return unreadText(text.join('\n').trimEnd())
}
