/** Marks that begin a line: of a heading and of a quotation. */
const LINE_STARTS = /^[ \t]{0,3}(?:#{1,6}|>)[ \t]+/gm
/** Bold and struck text, within one line. */
const PAIRS =
  /(?<![\w*])\*\*(?=\S)([^*\n]+)(?<=\S)\*\*(?!\w)|(?<![\w~])~~(?=\S)([^~\n]+)(?<=\S)~~(?!\w)/g

/**
 * A Markdown text without the marks that a reader of a snippet would stumble over. It
 * leaves in place what may be meant literally: single stars, underscores, links.
 */
export function withoutMarks(markdown: string): string {
  return markdown
    .replace(LINE_STARTS, '')
    .replace(PAIRS, (_, bold?: string, struck?: string) => bold ?? struck ?? '')
    .replaceAll('`', '')
}
