import { dedent, indentOf, isBlank } from './line-starts.ts'
import { OpenParagraph } from './open-paragraph.ts'

const FOOTNOTE = /^ {0,3}\[\^([^\][\s\\]{1,64})\]:[ \t]*/
/** Columns that the further lines of a footnote are indented by. */
const INDENT = 4

/** The label of the footnote that a line begins, as it is written; null where it begins none. */
export function footnoteLabel(line: string): string | null {
  return FOOTNOTE.exec(line)?.[1] ?? null
}

/** The lines of the footnote that begins at a line, without its label and indent, and where it ends. */
export function footnoteLines(lines: string[], at: number): { inner: string[]; end: number } {
  const inner = [(lines[at] ?? '').replace(FOOTNOTE, '')]
  const paragraph = new OpenParagraph()
  paragraph.add(inner[0] ?? '')
  let end = at + 1
  for (let next = end; next < lines.length; next += 1) {
    const line = lines[next] ?? ''
    if (isBlank(line)) continue
    const isInside = indentOf(line) >= INDENT
    const isLazy = next === end && paragraph.takes(line) && footnoteLabel(line) === null
    if (!isInside && !isLazy) break
    for (; end < next; end += 1) {
      inner.push('')
      paragraph.add('')
    }
    const text = isInside ? dedent(line, INDENT) : line.trimStart()
    inner.push(text)
    paragraph.add(text)
    end = next + 1
  }
  return { inner, end }
}
