import type { DiffBlock, DiffRow } from './diff-text.ts'
import { type DiffPart, isWord, wordTokens } from './diff-words.ts'

/** A part of a changed line; of a long one, how many characters are left out of it. */
export type ShownPart = DiffPart & { leftOut?: number }

/** A line that changed, as `DiffRow`, cut to what a page shows. */
export type ShownRow = { from: number | null; to: number | null; parts: ShownPart[] }

/** A line that did not change, with its number on both sides and without its line break. */
export type ShownLine = { from: number; to: number; text: string }

export type ShownBlock =
  | { type: 'same'; lines: ShownLine[] }
  /** Lines that did not change; `lines` is empty where there is no room for them. */
  | { type: 'folded'; count: number; lines: ShownLine[] }
  /** `number` counts the changes from 1. */
  | { type: 'changed'; number: number; rows: ShownRow[] }

type DiffSums = {
  words: [added: number, removed: number]
  lines: [added: number, removed: number]
}

export type ShownTextDiff = {
  blocks: ShownBlock[]
  /** Of the whole comparison. */
  changes: number
  sums: DiffSums
  /** Whether there are changes that are not shown. */
  isCut: boolean
}

/** Lines around a change. */
const CONTEXT = 3

/** What a page shows of a comparison at most. */
const MOST_ROWS = 1_500
const MOST_PARTS = 4_000
const MOST_CHARACTERS = 150_000

/** Characters of a line, or of an unchanged part of it, that are shown whole. */
const LONG = 1_000

/** Cuts a comparison of texts to what a page shows, and counts what changed in all of it. */
export function* shownTextDiff(blocks: DiffBlock[]): Generator<void, ShownTextDiff, void> {
  const room = { rows: MOST_ROWS, parts: MOST_PARTS, characters: MOST_CHARACTERS }
  const sums: DiffSums = { words: [0, 0], lines: [0, 0] }
  const shown: ShownBlock[] = []
  let changes = 0
  let isCut = false
  for (const [index, block] of blocks.entries()) {
    if (block.type === 'same') {
      if (isCut) continue
      shown.push(
        ...shownLines(block, { isFirst: index === 0, isLast: index === blocks.length - 1 }, room),
      )
      continue
    }
    changes += 1
    const rows: ShownRow[] = []
    for (const row of block.rows) {
      yield* addRow(sums, row)
      isCut ||= room.rows <= 0 || room.parts <= 0 || room.characters <= 0
      if (!isCut) rows.push(cutRow(row, room))
    }
    if (rows.length > 0) shown.push({ type: 'changed', number: changes, rows })
  }
  return { blocks: shown, changes, sums, isCut }
}

type Room = { rows: number; parts: number; characters: number }

function shownLines(
  { from, to, lines }: Extract<DiffBlock, { type: 'same' }>,
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
  room: Room,
): ShownBlock[] {
  const all = (start: number, end: number): ShownLine[] =>
    lines.slice(start, end).map((line, index) => {
      const text = cutText(line.replace(/\r?\n$/, ''))
      room.characters -= text.length
      room.rows -= 1
      return { from: from + start + index, to: to + start + index, text }
    })
  const head = isFirst ? 0 : Math.min(CONTEXT, lines.length)
  const tail = isLast ? 0 : Math.min(CONTEXT, lines.length - head)
  const folded = lines.length - head - tail
  // A fold of one line would take as much room as the line.
  if (folded <= 1) return lines.length > 0 ? [{ type: 'same', lines: all(0, lines.length) }] : []
  const fold: ShownBlock = { type: 'folded', count: folded, lines: [] }
  const characters = lines.slice(head, head + folded).reduce((sum, line) => sum + line.length, 0)
  const blocks: ShownBlock[] = []
  if (head > 0) blocks.push({ type: 'same', lines: all(0, head) })
  // The folded lines may take a part of the room: changes come before them.
  if (characters < room.characters / 4 && folded < room.rows / 4)
    fold.lines = all(head, head + folded)
  blocks.push(fold)
  if (tail > 0) blocks.push({ type: 'same', lines: all(lines.length - tail, lines.length) })
  return blocks
}

function* addRow(sums: DiffSums, { from, to, parts }: DiffRow): Generator<void, void, void> {
  if (to !== null) sums.lines[0] += 1
  if (from !== null) sums.lines[1] += 1
  for (const { type, text } of parts) {
    if (type === 'same') continue
    const words = (yield* wordTokens(text)).filter(isWord).length
    sums.words[type === 'inserted' ? 0 : 1] += words
  }
  yield
}

function cutRow({ from, to, parts }: DiffRow, room: Room): ShownRow {
  const shown: ShownPart[] = []
  room.rows -= 1
  for (const [index, { type, text }] of parts.entries()) {
    if (room.parts <= 0 || room.characters <= 0) {
      const rest = parts.slice(index).reduce((sum, part) => sum + part.text.length, 0)
      shown.push({ type: 'same', text: '', leftOut: rest })
      break
    }
    room.parts -= 1
    if (type === 'same' && text.length > LONG) {
      const half = 200
      shown.push({
        type,
        text: text.slice(0, half).toWellFormed(),
        leftOut: text.length - 2 * half,
      })
      shown.push({ type, text: text.slice(-half).toWellFormed() })
      room.characters -= 2 * half
    } else {
      const most = Math.min(text.length, Math.max(LONG, room.characters))
      const leftOut = text.length - most
      shown.push({
        type,
        text: text.slice(0, most).toWellFormed(),
        ...(leftOut > 0 && { leftOut }),
      })
      room.characters -= most
    }
  }
  return { from, to, parts: shown }
}

function cutText(text: string): string {
  return text.length > LONG ? `${text.slice(0, LONG).toWellFormed()} …` : text
}
