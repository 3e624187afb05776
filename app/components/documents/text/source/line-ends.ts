import type { Text } from '@codemirror/state'
import type { ContentRange } from '../../editing/editor-contract.ts'

/** How the lines of a content end, and how offsets in it become those of a view in which an end is one character. */
export type LineEnds = {
  separator: '\n' | '\r\n'
  toView(text: Text, range: ContentRange): ContentRange
  toContent(text: Text, range: ContentRange): ContentRange
}

const SHORT: LineEnds = {
  separator: '\n',
  toView: (text, { start, end }) => ({
    start: Math.min(start, text.length),
    end: Math.min(end, text.length),
  }),
  toContent: (_text, range) => range,
}

const LONG: LineEnds = {
  separator: '\r\n',
  toView: (text, { start, end }) => ({
    start: viewOffset(text, start),
    end: viewOffset(text, end),
  }),
  toContent: (text, { start, end }) => ({
    start: start + text.lineAt(start).number - 1,
    end: end + text.lineAt(end).number - 1,
  }),
}

/** The line ends of a content. Where they are mixed, a carriage return is a character of its line. */
export function lineEndsOf(content: string): LineEnds {
  return content.includes('\r\n') && !/(?<!\r)\n|\r(?!\n)/.test(content) ? LONG : SHORT
}

/** Finds the offset in the view by halving, as each line before it is one character longer in the content. */
function viewOffset(text: Text, offset: number): number {
  let low = 0
  let high = Math.min(offset, text.length)
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (middle + text.lineAt(middle).number - 1 <= offset) low = middle
    else high = middle - 1
  }
  return low
}
