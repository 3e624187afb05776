import {
  closesFence,
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

/** Marks of containers that are looked behind in a line, and the characters in which they stand. */
const MAX_MARKS = 16
const MARK_CHARACTERS = 500

/**
 * Follows the lines of a quote or a list item. A line without the mark or the
 * indent of the container goes on with the paragraph that is open at its end
 * (CommonMark, "laziness"), and ends the container where none is.
 */
export class OpenParagraph {
  private isOpen = false
  private hasList = false
  private fence: string | null = null
  /** Whether the lines up to the next blank one are those of a table or of HTML. */
  private isOther = false

  /** Adds a line of the container, without its mark or indent. */
  add(line: string): void {
    if (this.fence) {
      if (closesFence(line, this.fence)) this.fence = null
      return
    }
    this.fence = openingFence(line)?.fence ?? null
    const text = withoutMarks(line)
    this.hasList ||= text !== line && listMarker(line) !== null
    if (isBlank(text)) this.isOther = false
    else if ((this.isOpen && isDelimiterRow(text)) || isHtml(text)) this.isOther = true
    this.isOpen = !this.isOther && goesOnAfter(text, this.isOpen, this.hasList)
  }

  /** Whether a line from outside goes on with the paragraph. */
  takes(line: string): boolean {
    return this.isOpen && !isBlank(line) && !interruptsParagraph(line) && !listMarker(line)
  }
}

/** A line from outside as a line of the container: there it is text, and begins or underlines nothing. */
export function lazyLine(line: string): string {
  const text = line.trimStart()
  const isText = underlineLevel(text) === 0 && !interruptsParagraph(text) && !listMarker(text)
  return isText ? text : text.replace(isRule(text) ? /\S/g : /[^\s\w]/, '\\$&')
}

function goesOnAfter(text: string, isOpen: boolean, hasList: boolean): boolean {
  if (isBlank(text) || openingFence(text) || headingOf(text) || isRule(text)) return false
  if (isOpen) return underlineLevel(text) === 0
  // Such an indent is that of code, or of an item's text.
  return indentOf(text) < 4 || hasList
}

/** What a line says behind the marks of quotes and list items. */
function withoutMarks(line: string): string {
  let text = line.slice(0, MARK_CHARACTERS)
  for (let marks = 0; marks < MAX_MARKS; marks += 1) {
    const inner = quotedText(text) ?? listMarker(text)?.rest
    if (inner === undefined) break
    text = inner.trimStart()
  }
  return text
}

function isDelimiterRow(line: string): boolean {
  return /^[\s|:-]+$/.test(line) && line.includes('-')
}
