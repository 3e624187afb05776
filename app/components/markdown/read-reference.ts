import type { Bracket } from './brackets.ts'
import { type Footnote, normaliseLabel, type References } from './markdown-tokens.ts'

const FOOTNOTE_REFERENCE = /\[\^([^\][\s\\]{1,64})\]/y
const MAX_LABEL = 200

/**
 * Where `[text][label]`, `[label][]` or `[label]` leads.
 *
 * @param at the place of the `]` that closes the bracket
 */
export function referenceTarget(
  text: string,
  at: number,
  bracket: Pick<Bracket, 'from' | 'hasInner'>,
  { links }: References,
): { href: string; end: number } | null {
  if (links.size === 0) return null
  const own = bracket.hasInner || at - bracket.from > MAX_LABEL ? '' : text.slice(bracket.from, at)
  const [second, label] =
    text.slice(at + 1, at + MAX_LABEL + 3).match(/^\[((?:\\.|[^\][\\])*)\]/s) ?? []
  const href = links.get(normaliseLabel(label || own))
  return href === undefined ? null : { href, end: at + 1 + (second?.length ?? 0) }
}

/**
 * Reads the reference to a footnote at a place, and numbers the footnote where it is
 * named first. In a text that grows, its footnote may still come.
 */
export function noteReference(
  text: string,
  at: number,
  references: References,
): { note: Footnote; isFirst: boolean; end: number } | null {
  FOOTNOTE_REFERENCE.lastIndex = at
  const [reference, label] = FOOTNOTE_REFERENCE.exec(text) ?? []
  if (!reference || !label) return null
  const known = references.footnotes.get(normaliseLabel(label))
  if (!known && !references.isGrowing) return null
  const note = known ?? { label, number: 0, known: false }
  const isFirst = known?.number === 0
  if (isFirst) note.number = references.numbered += 1
  return { note, isFirst, end: at + reference.length }
}
