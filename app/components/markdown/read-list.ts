import { dedent, indentOf, isBlank, type ListMarker, listMarker } from './line-starts.ts'
import type { Block } from './markdown-tokens.ts'
import { lazyLine, OpenParagraph } from './open-paragraph.ts'

const TASK = /^\[([ xX])\]\s+(?=\S)/

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
    const { blocks, spaced } = readInner(item.lines)
    items.push({ checked: takeTask(blocks[0]), blocks })
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

/** Takes the box of a task from the text that an item begins with; tells whether it is checked, null where none is. */
function takeTask(first: Block | undefined): boolean | null {
  if (first?.type !== 'paragraph') return null
  const [box, mark] = first.text.source.match(TASK) ?? []
  if (!box) return null
  first.text.source = first.text.source.slice(box.length)
  return mark !== ' '
}

/** The paragraphs of a list without blank lines stand without a margin. */
function tighten(blocks: Block[]): void {
  for (const block of blocks) if (block.type === 'paragraph') block.tight = true
}

/** The lines of an item without its marker and indent, up to where it ends. */
function readItem(lines: string[], at: number, marker: ListMarker) {
  const width = (lines[at] ?? '').length - marker.rest.length
  const gap = indentOf(marker.rest, width)
  const isEmpty = isBlank(marker.rest)
  // More than four columns before the text are the indent of code in it.
  const offset = width + (isEmpty || gap > 4 ? 1 : gap)
  const inner = [dedent(marker.rest, offset - width, width)]
  const paragraph = new OpenParagraph()
  paragraph.add(inner[0] ?? '')
  let end = at + 1
  // Blank lines belong to the item when more of it follows.
  for (let next = end; next < lines.length; next += 1) {
    const line = lines[next] ?? ''
    if (isBlank(line)) {
      // An item that begins with a blank line ends at the second one.
      if (isEmpty && next === at + 1) break
      continue
    }
    const isInside = indentOf(line) >= offset
    if (!isInside && !(next === end && paragraph.takes(line))) break
    for (; end < next; end += 1) {
      inner.push('')
      paragraph.add('')
    }
    const text = isInside ? dedent(line, offset) : lazyLine(line)
    inner.push(text)
    paragraph.add(text)
    end = next + 1
  }
  return { lines: inner, end }
}
