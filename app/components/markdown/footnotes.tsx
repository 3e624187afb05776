import { createContext, type ReactNode, useContext } from 'react'
import type { Footnote } from './markdown-tokens.ts'

/** What the ids of a text's footnotes begin with; each text of a page has another one. */
const NotePrefix = createContext('')

export const NotePrefixProvider = NotePrefix.Provider

type FootnoteReferenceProps = {
  note: Footnote
  /** Whether the footnote leads back to it. */
  isFirst: boolean
  /** Whether it stands in a link, which cannot hold another one. */
  inLink: boolean
}

/** The number of a footnote, which leads there. */
export function FootnoteReference({ note, isFirst, inLink }: FootnoteReferenceProps) {
  const prefix = useContext(NotePrefix)
  const number = note.number || note.label
  if (!note.known || inLink) return <sup>{number}</sup>
  return (
    <sup id={isFirst ? `${prefix}ref${number}` : undefined}>
      <a href={`#${prefix}note${number}`} role="doc-noteref" aria-label={`Footnote ${number}`}>
        {number}
      </a>
    </sup>
  )
}

/** A footnote where it stands in the text, with a link back to where it is named first. */
export function FootnoteBlock({ note, children }: { note: Footnote; children: ReactNode }) {
  const prefix = useContext(NotePrefix)
  const isNamed = note.known && note.number > 0
  return (
    <div
      className="footnote"
      role="doc-footnote"
      id={isNamed ? `${prefix}note${note.number}` : undefined}
    >
      <span>{note.number || note.label}.</span>
      <div>
        {children}
        {isNamed && (
          <a
            href={`#${prefix}ref${note.number}`}
            role="doc-backlink"
            aria-label={`Back to footnote ${note.number} in the text`}
          >
            ↩
          </a>
        )}
      </div>
    </div>
  )
}
