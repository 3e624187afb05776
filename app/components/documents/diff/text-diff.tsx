import type {
  ShownBlock,
  ShownLine,
  ShownRow,
  ShownTextDiff,
} from '#core/documents/diff/shown-text-diff.ts'
import { counted } from '../versions/version-words.ts'
import { ChangeHeading } from './change-heading.tsx'
import { DiffParts } from './diff-parts.tsx'

type TextDiffProps = {
  diff: ShownTextDiff
  /** Code is shown as unified lines, a line before and after; text with the words marked in its lines. */
  isCode: boolean
}

/** What changed in a text or in code, with the lines around it. */
export function TextDiff({ diff, isCode }: TextDiffProps) {
  const { blocks, changes } = diff
  const shown = blocks.filter(({ type }) => type === 'changed').length
  return (
    <>
      <p className="diff-sums">{isCode ? lineSums(diff) : wordSums(diff)}</p>
      <div className={isCode ? 'diff diff-code' : 'diff diff-text'}>
        {blocks.map((block, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a comparison never change
          <Block key={index} {...{ block, isCode, shown, changes }} />
        ))}
      </div>
    </>
  )
}

function wordSums({ sums, changes }: ShownTextDiff): string {
  const [added, removed] = sums.words
  return `${counted(changes, 'change')}: ${counted(added, 'word')} added, ${removed.toLocaleString('en')} removed`
}

function lineSums({ sums, changes }: ShownTextDiff): string {
  const [added, removed] = sums.lines
  return `${counted(changes, 'change')}: ${counted(added, 'line')} added, ${removed.toLocaleString('en')} removed`
}

type BlockProps = { block: ShownBlock; isCode: boolean; shown: number; changes: number }

function Block({ block, isCode, shown, changes }: BlockProps) {
  if (block.type === 'same') return <SameLines lines={block.lines} />
  if (block.type === 'folded') {
    const label = counted(block.count, 'unchanged line')
    if (block.lines.length === 0) return <p className="diff-fold">{label}</p>
    return (
      <details className="diff-fold">
        <summary>{label}</summary>
        <SameLines lines={block.lines} />
      </details>
    )
  }
  return (
    <section aria-labelledby={`change-${block.number}`} className="diff-change">
      <ChangeHeading number={block.number} last={shown} of={changes} />
      {isCode ? unifiedLines(block.rows) : block.rows.map(markedLine)}
    </section>
  )
}

function SameLines({ lines }: { lines: ShownLine[] }) {
  return lines.map(({ from, to, text }) => (
    <div key={to} className="diff-line" data-heading={headingLevel(text)}>
      <LineNumbers from={from} to={to} />
      <span className="diff-sign" />
      <span className="diff-source">{text}</span>
    </div>
  ))
}

function LineNumbers({ from, to }: { from: number | null; to: number | null }) {
  return (
    <>
      <span className="diff-number" aria-hidden="true" data-number={from ?? ''} />
      <span className="diff-number" aria-hidden="true" data-number={to ?? ''} />
    </>
  )
}

/** A line with the words marked that were added and removed. */
function markedLine(row: ShownRow) {
  const { from, to, parts } = row
  const sign = from === null ? '+' : to === null ? '−' : '±'
  const text = parts.map((part) => part.text).join('')
  return (
    <div
      key={`${from} ${to}`}
      className="diff-line"
      data-sign={sign}
      data-heading={headingLevel(text)}
    >
      <LineNumbers from={from} to={to} />
      <span className="diff-sign" aria-hidden="true">
        {sign}
      </span>
      <span className="diff-source">
        <DiffParts parts={withoutLastBreak(row)} />
      </span>
    </div>
  )
}

/** The lines before, then the lines after. Each is a line of its own, in which the changed words are marked. */
function unifiedLines(rows: ShownRow[]) {
  const before = rows.filter(({ from }) => from !== null)
  const after = rows.filter(({ to }) => to !== null)
  return [
    ...before.map((row) => codeLine(row, 'deleted')),
    ...after.map((row) => codeLine(row, 'inserted')),
  ]
}

function codeLine(row: ShownRow, side: 'deleted' | 'inserted') {
  const isBefore = side === 'deleted'
  const other = isBefore ? 'inserted' : 'deleted'
  const isPaired = row.from !== null && row.to !== null
  const parts = withoutLastBreak(row).filter(({ type }) => type !== other)
  const Line = isBefore ? 'del' : 'ins'
  return (
    <Line
      key={`${side} ${isBefore ? row.from : row.to}`}
      className="diff-line"
      data-sign={isBefore ? '−' : '+'}
    >
      <LineNumbers from={isBefore ? row.from : null} to={isBefore ? null : row.to} />
      <span className="diff-sign" aria-hidden="true">
        {isBefore ? '−' : '+'}
      </span>
      <span className="diff-source">
        <span className="sr-only">{isBefore ? 'removed: ' : 'added: '}</span>
        {isPaired ? (
          <DiffParts parts={parts} />
        ) : (
          <DiffParts parts={parts.map((part) => ({ ...part, type: 'same' as const }))} />
        )}
      </span>
    </Line>
  )
}

/** The parts of a row without the line break at its end, unless that alone is what changed. */
function withoutLastBreak({ from, to, parts }: ShownRow) {
  const isWhole = from === null || to === null
  return parts.map((part, index) =>
    index === parts.length - 1 && (isWhole || part.type === 'same')
      ? { ...part, text: part.text.replace(/\r?\n$/, '') }
      : part,
  )
}

/** The level of a Markdown heading, for its looks. */
function headingLevel(text: string): number | undefined {
  return /^(#{1,6}) /.exec(text)?.[1]?.length
}
