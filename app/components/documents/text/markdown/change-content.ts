import { diffArrays } from 'diff'
import { Fragment, type Node } from 'prosemirror-model'
import type { EditorState, Transaction } from 'prosemirror-state'
import { changedRange } from '../../editing/line-ends.ts'
import type { BlockSource, KeptSource } from './kept-source.ts'

/** Blocks that changed: those of the document that go, those of the new content that come. */
type Change = { from: number; to: number; added: Node[] }

/** More blocks than this that changed are replaced as one. */
const MAX_COMPARED = 2_000

/**
 * A transaction that makes a document have another content. Only the blocks that
 * differ are replaced, and in one of the same kind only what differs.
 *
 * @returns null when the document has that content
 * @throws NotReadableError when the content can only be edited as source
 */
export function changeContent(
  state: EditorState,
  kept: KeptSource,
  content: string,
): Transaction | null {
  const old = kept.sourcesOf(state.doc)
  if (old.map(rawOf).join('') === content) return null
  const target = kept.read(content)
  const changes = findChanges(old, kept.sourcesOf(target), kept)
  const { tr } = state
  for (const change of changes.reverse()) replaceBlocks(tr, old, change, state.doc.content.size)
  if (kept.contentOf(tr.doc) === content) return tr
  return state.tr.replaceWith(0, state.doc.content.size, target.content)
}

function rawOf({ lead, body, trail }: BlockSource): string {
  return lead + body + trail
}

function findChanges(old: BlockSource[], next: BlockSource[], kept: KeptSource): Change[] {
  const before = old.map(rawOf)
  const after = next.map(rawOf)
  const { start, end, otherEnd } = changedRange(before, after)
  const middleBefore = before.slice(start, end)
  const middleAfter = after.slice(start, otherEnd)
  const isMuch = middleBefore.length + middleAfter.length > MAX_COMPARED
  const parts = isMuch ? undefined : diffArrays(middleBefore, middleAfter, { timeout: 200 })

  const changes: Change[] = []
  const keys: (number | null)[] = []
  let oldAt = 0
  let newAt = 0
  const keep = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const key = old[oldAt + index]?.node.attrs.kept ?? null
      const fresh = next[newAt + index]
      // A block that never had a source takes the one that it was saved with.
      if (key === null && fresh) change(1, 1, index)
      keys.push(key ?? fresh?.node.attrs.kept ?? null)
    }
    oldAt += count
    newAt += count
  }
  const change = (removed: number, added: number, ahead = 0) => {
    const from = oldAt + ahead
    const nodes = next.slice(newAt + ahead, newAt + ahead + added).map(({ node }) => node)
    const last = changes.at(-1)
    if (last?.to === from) {
      last.to += removed
      last.added.push(...nodes)
    } else changes.push({ from, to: from + removed, added: nodes })
  }
  const replace = (removed: number, added: number) => {
    change(removed, added)
    for (const { node } of next.slice(newAt, newAt + added)) keys.push(node.attrs.kept)
    oldAt += removed
    newAt += added
  }
  keep(start)
  if (parts) {
    for (const { added, removed, value } of parts) {
      if (added) replace(0, value.length)
      else if (removed) replace(value.length, 0)
      else keep(value.length)
    }
  } else replace(middleBefore.length, middleAfter.length)
  keep(before.length - end)
  for (const [index, key] of keys.entries()) {
    const following = keys[index + 1]
    if (key !== null && following != null) kept.join(key, following)
  }
  return changes
}

function replaceBlocks(
  tr: Transaction,
  old: BlockSource[],
  { from, to, added }: Change,
  size: number,
) {
  const paired = Math.min(to - from, added.length)
  const positionOf = (index: number) => old[index]?.position ?? size
  const restFrom = paired < to - from ? positionOf(from + paired) : endOf(old, from + paired, size)
  const rest = Fragment.from(added.slice(paired))
  const restTo = paired < to - from ? endOf(old, to, size) : restFrom
  if (rest.size > 0 || restTo > restFrom) tr.replaceWith(restFrom, restTo, rest)
  for (let index = paired - 1; index >= 0; index -= 1) {
    const block = old[from + index]
    const node = added[index]
    if (block && node) replaceBlock(tr, block, node)
  }
}

/** Where the block before an index ends. */
function endOf(old: BlockSource[], index: number, size: number): number {
  const before = old[index - 1]
  if (before) return before.position + before.node.nodeSize
  return old[0]?.position ?? size
}

function replaceBlock(tr: Transaction, { node: old, position }: BlockSource, node: Node) {
  if (old.type !== node.type) {
    tr.replaceWith(position, position + old.nodeSize, node)
    return
  }
  const start = old.content.findDiffStart(node.content)
  const end = old.content.findDiffEnd(node.content)
  if (start !== null && end) {
    const overlap = Math.max(0, start - Math.min(end.a, end.b))
    const inside = position + 1
    tr.replace(inside + start, inside + end.a + overlap, node.slice(start, end.b + overlap))
  }
  for (const [name, value] of Object.entries(node.attrs)) {
    if (old.attrs[name] !== value) tr.setNodeAttribute(position, name, value)
  }
}
