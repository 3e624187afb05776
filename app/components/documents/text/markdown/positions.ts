import type { Node } from 'prosemirror-model'
import type { ContentRange } from '../../editing/editor-contract.ts'
import type { BlockSource, KeptSource } from './kept-source.ts'
import { lexMarkdown } from './lex-markdown.ts'
import { newUnits, wholePlace } from './place.ts'
import { readTokens } from './read-tokens.ts'

/** What can be selected in a block: characters and leaves, where they stand in the document and in the content. */
type BlockMap = { positions: number[]; from: number[]; to: number[] }

/** Where a selection of a document stands in its content. What cannot be told is its whole block. */
export function rangeOfSelection(
  kept: KeptSource,
  doc: Node,
  selection: { from: number; to: number },
): ContentRange | null {
  let start: number | null = null
  let end: number | null = null
  let offset = 0
  for (const block of kept.sourcesOf(doc)) {
    const bodyStart = offset + block.lead.length
    offset = bodyStart + block.body.length + block.trail.length
    const last = block.position + block.node.nodeSize
    if (last <= selection.from || block.position >= selection.to) continue
    const map = mapOf(block, kept)
    const first = map?.positions.findIndex((at) => block.position + at >= selection.from) ?? -1
    const final = map?.positions.findLastIndex((at) => block.position + at < selection.to) ?? -1
    if (map && (first < 0 || final < first)) continue
    start ??= bodyStart + (map?.from[first] ?? 0)
    end = bodyStart + (map?.to[final] ?? block.body.length)
  }
  return start === null || end === null ? null : { start, end }
}

/** Where a part of the content stands in the document. What cannot be told is its whole block. */
export function selectionOfRange(
  kept: KeptSource,
  doc: Node,
  range: ContentRange,
  blocks = kept.sourcesOf(doc),
): { from: number; to: number } | null {
  let from: number | null = null
  let to: number | null = null
  let offset = 0
  for (const block of blocks) {
    const bodyStart = offset + block.lead.length
    const bodyEnd = bodyStart + block.body.length
    offset = bodyEnd + block.trail.length
    if (offset < range.start) continue
    if (bodyStart > range.end) break
    const map = mapOf(block, kept)
    if (!map) {
      from ??= block.position + 1
      to = block.position + block.node.nodeSize - 1
      continue
    }
    const first = map.to.findIndex((end) => bodyStart + end > range.start)
    const final = map.from.findLastIndex((start) => bodyStart + start < range.end)
    if (from === null && first >= 0) from = block.position + (map.positions[first] ?? 0)
    if (final >= 0) to = block.position + (map.positions[final] ?? 0) + 1
  }
  if (from === null) return to === null ? null : { from: to, to }
  return { from, to: Math.max(from, to ?? from) }
}

const maps = new WeakMap<Node, { body: string; map: BlockMap | null }>()

/** The map of a block; null where its source and what is shown of it cannot be laid side by side. */
function mapOf({ node, body: written, trail }: BlockSource, kept: KeptSource): BlockMap | null {
  // What is read may depend on the line ends behind it: those of an open fence are code.
  const body = written + trail
  const known = maps.get(node)
  if (known?.body === body) return known.map
  const map = readMap(node, body, kept)
  maps.set(node, { body, map })
  return map
}

function readMap(node: Node, body: string, kept: KeptSource): BlockMap | null {
  const source = body.replace(/\r\n?/g, '\n')
  const units = newUnits()
  const cursor = { place: wholePlace(source), units }
  const { tokens } = lexMarkdown(source, kept.links())
  const read = node.type.name === 'raw_block' ? [] : readTokens(tokens, cursor)
  const positions: number[] = []
  const shown = unitsWithin(node, positions)
  if (node.type.name === 'raw_block') {
    for (let index = 0; index < shown.length; index += 1) {
      units.from.push(index)
      units.to.push(index + 1)
    }
  } else if (!units.isExact || read.map((block) => unitsWithin(block)).join('') !== shown)
    return null
  if (units.from.length !== positions.length) return null
  if (source.length === body.length) return { positions, from: units.from, to: units.to }
  const original = offsetsInOriginal(body)
  return {
    positions,
    from: units.from.map((at) => original[at] ?? at),
    to: units.to.map((at) => original[at] ?? body.length),
  }
}

/** The characters and leaves of a block as one text; fills in their positions in the block. */
function unitsWithin(node: Node, positions: number[] = []): string {
  const parts: string[] = []
  const add = (leaf: Node, at: number) => {
    if (leaf.isText) {
      parts.push(leaf.text ?? '')
      for (let index = 0; index < leaf.nodeSize; index += 1) positions.push(at + index)
    } else if (leaf.isInline) {
      parts.push('\ufffc')
      positions.push(at)
    }
  }
  node.descendants((child, at) => add(child, at + 1))
  return parts.join('')
}

/** Where each character of a text with plain line ends stands in the original, in which one may be two characters. */
function offsetsInOriginal(original: string): number[] {
  const offsets: number[] = []
  for (let at = 0; at < original.length; at += original.startsWith('\r\n', at) ? 2 : 1) {
    offsets.push(at)
  }
  return [...offsets, original.length]
}
