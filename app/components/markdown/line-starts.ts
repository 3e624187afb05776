/** What a line begins with, besides a container; each takes time linear in the line. */

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/
const MARKER = /^( {0,3})([-+*]|\d{1,9}[.)])(?=[ \t]|$)/
const QUOTE = /^ {0,3}>/
const HEADING = /^ {0,3}(#{1,6})(?=[ \t]|$)/
const HTML =
  /^ {0,3}<(?:!--|\?|![a-z]|\/?(?:address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|meta|nav|noframes|ol|optgroup|option|p|param|pre|script|search|section|style|summary|table|tbody|td|textarea|tfoot|th|thead|title|tr|track|ul)(?:[\s/>]|$))/i

export function isBlank(line: string): boolean {
  return line.trim() === ''
}

/**
 * The first character of a line that is indented by at most three blanks;
 * undefined for any other. Most lines begin with a letter, and each test below
 * begins with this one, so that such lines cost little.
 */
function firstMark(line: string): string | undefined {
  let index = 0
  while (line[index] === ' ') {
    index += 1
    if (index > 3) return undefined
  }
  return line[index]
}

/**
 * The columns that a line is indented by; a tab ends at a multiple of four.
 *
 * @param base the column at which the line begins, behind the mark of a container
 */
export function indentOf(line: string, base = 0): number {
  let column = base
  for (let index = 0; index < line.length; index += 1) {
    if (line[index] === ' ') column += 1
    else if (line[index] === '\t') column += 4 - (column % 4)
    else break
  }
  return column - base
}

/** Removes at most so many columns of white space from the start of a line; `base` is as in `indentOf`. */
export function dedent(line: string, columns: number, base = 0): string {
  const end = base + columns
  let column = base
  let index = 0
  while (column < end && index < line.length) {
    if (line[index] === ' ') column += 1
    else if (line[index] === '\t') column += 4 - (column % 4)
    else break
    index += 1
  }
  if (column <= end) return line.slice(index)
  // A tab reaches further than what is removed: it becomes blanks, with the white space behind it.
  const rest = line.slice(index)
  return ' '.repeat(column - end + indentOf(rest, column)) + rest.trimStart()
}

/** The fence of a code block that a line opens, and its info string. */
export function openingFence(line: string): { fence: string; info: string } | null {
  const mark = firstMark(line)
  if (mark !== '`' && mark !== '~') return null
  const [, fence, info = ''] = line.match(FENCE) ?? []
  if (!fence || (fence.startsWith('`') && info.includes('`'))) return null
  return { fence, info: info.trim() }
}

/** Whether a line closes the code block of a fence. */
export function closesFence(line: string, fence: string): boolean {
  const mark = firstMark(line)
  if (mark === undefined || mark !== fence[0]) return false
  const text = line.trim()
  return text.length >= fence.length && text === mark.repeat(text.length)
}

/** The heading of a line: its depth and text. */
export function headingOf(line: string): { depth: number; text: string } | null {
  if (firstMark(line) !== '#') return null
  const [start, marks] = line.match(HEADING) ?? []
  if (start === undefined || !marks) return null
  const text = line.slice(start.length).trim()
  let end = text.length
  while (end > 0 && text[end - 1] === '#') end -= 1
  // A row of # at the end belongs to the heading's form where it stands by itself.
  const closes = end < text.length && (end === 0 || text[end - 1] === ' ' || text[end - 1] === '\t')
  return { depth: marks.length, text: closes ? text.slice(0, end).trim() : text }
}

export function isRule(line: string): boolean {
  const mark = firstMark(line)
  if (mark !== '-' && mark !== '*' && mark !== '_') return false
  let marks = 0
  for (let index = 0; index < line.length; index += 1) {
    const character = line[index]
    if (character === mark) marks += 1
    else if (character !== ' ' && character !== '\t') return false
  }
  return marks >= 3
}

/** The level of the heading that a line underlines: 1 or 2; 0 for any other line. */
export function underlineLevel(line: string): 0 | 1 | 2 {
  const mark = firstMark(line)
  if (mark !== '=' && mark !== '-') return 0
  const text = line.trim()
  if (text !== mark.repeat(text.length)) return 0
  return mark === '=' ? 1 : 2
}

/** What stands behind the mark of a quoted line; null when the line is not quoted. */
export function quotedText(line: string): string | null {
  if (firstMark(line) !== '>') return null
  const [start] = line.match(QUOTE) ?? []
  return start ? dedent(line.slice(start.length), 1, start.length) : null
}

export type ListMarker = { mark: string; indent: number; number: number | null; rest: string }

/** The marker of a list item; `mark` is what the items of one list share. */
export function listMarker(line: string): ListMarker | null {
  if (!/[-+*\d]/.test(firstMark(line) ?? '')) return null
  const [start, indent = '', mark = ''] = line.match(MARKER) ?? []
  if (start === undefined || isRule(line)) return null
  const number = mark.length > 1 ? Number.parseInt(mark, 10) : null
  return { mark: mark.slice(-1), indent: indent.length, number, rest: line.slice(start.length) }
}

export function isHtml(line: string): boolean {
  return firstMark(line) === '<' && HTML.test(line)
}

/** Whether a line ends the paragraph before it. */
export function interruptsParagraph(line: string): boolean {
  const mark = firstMark(line)
  if (mark === undefined || !/[`~#>_<\-+*\d]/.test(mark)) return false
  const marker = listMarker(line)
  return (
    openingFence(line) !== null ||
    HEADING.test(line) ||
    isRule(line) ||
    QUOTE.test(line) ||
    isHtml(line) ||
    (marker !== null && !isBlank(marker.rest) && (marker.number ?? 1) === 1)
  )
}
