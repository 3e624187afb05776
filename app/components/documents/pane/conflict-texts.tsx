import { useMemo } from 'react'
import { type DiffPart, diffWords } from '#core/documents/diff/diff-words.ts'

/** Characters of both texts whose words are compared, and what that may cost: some ten milliseconds. */
const MOST_COMPARED = 40_000
const STEPS = 100_000

type ConflictTextsProps = {
  ours: string
  theirs: string
  /** False where many are shown: to mark the words of each would take too long. */
  isMarked?: boolean
}

/** Two texts for one place, side by side, with the words marked in which they differ. */
export function ConflictTexts({ ours, theirs, isMarked = true }: ConflictTextsProps) {
  const parts = useMemo(() => compare(ours, theirs, isMarked), [ours, theirs, isMarked])
  return (
    <div className="conflict-texts">
      <Side label="Mine" parts={parts.filter(({ type }) => type !== 'inserted')} />
      <Side label="Theirs" parts={parts.filter(({ type }) => type !== 'deleted')} />
    </div>
  )
}

function Side({ label, parts }: { label: string; parts: DiffPart[] }) {
  const isEmpty = parts.every(({ text }) => text === '')
  return (
    <div>
      <p>{label}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
      <div
        role="group"
        className="conflict-text"
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text must be scrollable by keyboard
        tabIndex={0}
      >
        {isEmpty ? <em>Deleted</em> : parts.map(renderPart)}
      </div>
    </div>
  )
}

function renderPart({ type, text }: DiffPart, index: number) {
  const Tag = type === 'same' ? 'span' : 'mark'
  return <Tag key={index}>{text}</Tag>
}

function compare(ours: string, theirs: string, isMarked: boolean): DiffPart[] {
  if (!isMarked || ours.length + theirs.length > MOST_COMPARED) {
    return [
      { type: 'deleted', text: ours },
      { type: 'inserted', text: theirs },
    ]
  }
  const work = diffWords(ours, theirs, { steps: STEPS })
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
