import {
  closesFence,
  dedent,
  indentOf,
  interruptsParagraph,
  isBlank,
  type ListMarker,
  listMarker,
  openingFence,
} from './line-starts.ts'
import type { Block } from './markdown-tokens.ts'

const TASK = /^\[([ xX])\][ \t]+(?=\S)/

/** Reads the list that begins at a line, with the items of the same mark that follow. */
export function readList(
  lines: string[],
  at: number,
  readInner: (lines: string[]) => { blocks: Block[]; spaced: boolean },
): { block: Block; end: number } {
  const first = listMarker(lines[at] ?? '')
  const items: { checked: boolean | null; blocks: Block[] }[] = []
  let loose = false
  let end = at
  let marker = first
  while (marker && marker.mark === first?.mark) {
    const item = readItem(lines, end, marker)
    const task = item.lines[0]?.match(TASK)
    if (task) item.lines[0] = item.lines[0]?.slice(task[0].length) ?? ''
    const { blocks, spaced } = readInner(item.lines)
    items.push({ checked: task ? task[1] !== ' ' : null, blocks })
    loose ||= spaced
    end = item.end
    let next = end
    while (next < lines.length && isBlank(lines[next] ?? '')) next += 1
    const following = next < lines.length ? listMarker(lines[next] ?? '') : null
    marker = following?.mark === first?.mark ? following : null
    if (marker && next > end) loose = true
    if (marker) end = next
  }
  if (!loose) for (const { blocks } of items) tighten(blocks)
  return { block: { type: 'list', start: first?.number ?? null, items }, end }
}

/** The paragraphs of a list without blank lines stand without a margin. */
function tighten(blocks: Block[]): void {
  for (const block of blocks) if (block.type === 'paragraph') block.tight = true
}

/** The lines of an item without its marker and indent, up to where it ends. */
function readItem(lines: string[], at: number, marker: ListMarker) {
  const gap = indentOf(marker.rest)
  const width = (lines[at] ?? '').length - marker.rest.length
  const isEmpty = isBlank(marker.rest)
  // More than four columns before the text are the indent of code in it.
  const offset = width + (isEmpty || gap > 4 ? 1 : gap)
  const inner = [dedent(marker.rest, offset - width)]
  let fence = openingFence(inner[0] ?? '')?.fence ?? null
  let end = at + 1
  let next = end
  // Blank lines belong to the item when more of it follows.
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? ''
    if (isBlank(line)) {
      // An item that begins with a blank line ends at the second one.
      if (isEmpty && next === at + 1) break
      continue
    }
    const isInside = indentOf(line) >= offset
    const goesOn = next === end && fence === null && isLazy(line, inner.at(-1) ?? '')
    if (!isInside && !goesOn) break
    for (; end < next; end += 1) inner.push('')
    const text = isInside ? dedent(line, offset) : line.trimStart()
    inner.push(text)
    if (fence) fence = closesFence(text, fence) ? null : fence
    else fence = openingFence(text)?.fence ?? null
    end = next + 1
  }
  return { lines: inner, end }
}

/** Whether a line that is not indented goes on with the paragraph before it. */
function isLazy(line: string, before: string): boolean {
  return (
    !isBlank(before) &&
    !/^ {0,3}(?:`{3}|~{3})/.test(before) &&
    !interruptsParagraph(line) &&
    !listMarker(line)
  )
}
