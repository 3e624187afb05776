/**
 * A text field has `\n` at the end of every line. These keep the line ends that a
 * content really has: what was not edited comes out as it came in.
 */

/** A content as a text field has it. */
export function withLineFeeds(content: string): string {
  return content.replace(/\r\n?/g, '\n')
}

/** Where an offset in a text field is in its content. */
export function offsetInContent(content: string, offset: number): number {
  if (!content.includes('\r')) return offset
  let at = 0
  for (let shown = 0; shown < offset; shown += 1) {
    at += content[at] === '\r' && content[at + 1] === '\n' ? 2 : 1
  }
  return at
}

/**
 * The content after an edit in a text field: only between the first and the last
 * changed character is it another one.
 *
 * @param content before the edit
 * @param value of the text field, after it
 */
export function editedContent(content: string, value: string): string {
  const before = withLineFeeds(content)
  const { start, end, otherEnd } = changedRange(before, value)
  const lineEnd = content.includes('\r\n') ? '\r\n' : '\n'
  const edited =
    content.slice(0, offsetInContent(content, start)) +
    value.slice(start, otherEnd).replaceAll('\n', lineEnd) +
    content.slice(offsetInContent(content, end))
  // Two line ends of one character each may have become one of two.
  return withLineFeeds(edited) === value ? edited : value.replaceAll('\n', lineEnd)
}

/** Where two texts or lists differ: from `start` to `end` in the one, to `otherEnd` in the other. */
export function changedRange<T>(one: ArrayLike<T>, other: ArrayLike<T>) {
  const most = Math.min(one.length, other.length)
  let start = 0
  while (start < most && one[start] === other[start]) start += 1
  let same = 0
  while (same < most - start && one[one.length - 1 - same] === other[other.length - 1 - same]) {
    same += 1
  }
  return { start, end: one.length - same, otherEnd: other.length - same }
}
