import type { Node } from 'prosemirror-model'
import { piecesOf } from './write-inline.ts'

/** The attributes that say what a node is; the others say how it is written. */
const MEANING: Record<string, string[]> = {
  heading: ['level'],
  ordered_list: ['start'],
  list_item: ['checked'],
  code_block: ['info'],
  table_header: ['align'],
  table_cell: ['align'],
  image: ['href', 'alt', 'title'],
  source_inline: ['text'],
}

/** Whether two blocks mean the same, however they are written. */
export function sameMeaning(one: Node, other: Node): boolean {
  return meaning(one) === meaning(other)
}

function meaning(node: Node): string {
  const name = node.type.name
  const attrs = (MEANING[name] ?? []).map((key) => node.attrs[key])
  if (node.isTextblock) return JSON.stringify([name, attrs, inlineMeaning(node)])
  const children: string[] = []
  node.forEach((child) => {
    // Markdown knows no empty paragraph beside others.
    const isEmpty = child.type.name === 'paragraph' && child.content.size === 0
    if (!isEmpty || node.childCount === 1) children.push(meaning(child))
  })
  return JSON.stringify([name, attrs, children])
}

function inlineMeaning(block: Node): [string, string][] {
  const runs: [string, string][] = []
  for (const { node, marks } of piecesOf(block)) {
    const names = marks
      .filter(({ type }) => type.name !== 'verbatim')
      .map(({ type, attrs }) =>
        type.name === 'link' ? `link ${attrs.href} ${attrs.title ?? ''}` : type.name,
      )
      .sort()
      .join(',')
    const text = node.isText ? (node.text ?? '') : JSON.stringify([node.type.name, meaning(node)])
    const last = runs.at(-1)
    if (last && last[1] === names) last[0] += text
    else runs.push([text, names])
  }
  const [first] = runs
  if (first) first[0] = first[0].trimStart()
  const last = runs.at(-1)
  if (last) last[0] = last[0].trimEnd()
  return runs.filter(([text]) => text !== '')
}
