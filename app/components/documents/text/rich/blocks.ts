import type { Node, NodeType, ResolvedPos } from 'prosemirror-model'
import type { Command, EditorState, Transaction } from 'prosemirror-state'
import { changedRange } from '../../editing/line-ends.ts'
import { schema } from '../markdown/schema.ts'

const { nodes } = schema

/** A node above a position, and where it begins. */
export type Found = { node: Node; position: number; depth: number }

/** The nearest node above a position that a test accepts. */
export function findAbove(at: ResolvedPos, isWanted: (node: Node) => boolean): Found | null {
  for (let depth = at.depth; depth > 0; depth -= 1) {
    const node = at.node(depth)
    if (isWanted(node)) return { node, position: at.before(depth), depth }
  }
  return null
}

/** Whether a block shows its text as it is: code, or source that is not formatted. */
export function isCode(node: Node): boolean {
  return node.type.spec.code === true
}

/** Makes paragraphs, or headings of a level from 1 to 6, of the selected text blocks. */
export function setTextBlock(type: NodeType, attrs: Record<string, unknown> = {}): Command {
  return (state, dispatch) => {
    const found = textBlocks(state).filter(({ node }) => !isOfForm(node, type, attrs))
    const changed = found.filter(({ node, parent, index }) => {
      const isFree = node.type.name !== 'raw_block' && parent.canReplaceWith(index, index + 1, type)
      return isFree
    })
    if (changed.length === 0) return false
    if (dispatch) {
      const { tr } = state
      for (const { position, node } of changed.reverse())
        changeType(tr, position, node, type, attrs)
      dispatch(tr.scrollIntoView())
    }
    return true
  }
}

function isOfForm(node: Node, type: NodeType, attrs: Record<string, unknown>): boolean {
  return (
    node.type === type && Object.entries(attrs).every(([key, value]) => node.attrs[key] === value)
  )
}

function textBlocks({ doc, selection }: EditorState) {
  const found: { node: Node; position: number; parent: Node; index: number }[] = []
  for (const { $from, $to } of selection.ranges) {
    doc.nodesBetween($from.pos, $to.pos, (node, position, parent, index) => {
      if (node.isTextblock && parent) found.push({ node, position, parent, index })
      return !node.isTextblock
    })
  }
  return found
}

function changeType(
  tr: Transaction,
  position: number,
  node: Node,
  type: NodeType,
  attrs: Record<string, unknown>,
) {
  if (type === nodes.code_block) replaceBreaks(tr, position, node, () => schema.text('\n'))
  else if (type === nodes.heading) replaceBreaks(tr, position, node, () => schema.text(' '))
  else if (isCode(node)) splitLines(tr, position, node)
  // The key of its source stays, so that the line ends around it stay too.
  const all = { ...attrs, kept: tr.doc.nodeAt(position)?.attrs.kept ?? null }
  tr.setBlockType(position + 1, position + 1, type, all)
}

function replaceBreaks(tr: Transaction, position: number, node: Node, replacement: () => Node) {
  const breaks: number[] = []
  node.forEach((child, offset) => {
    if (child.type === nodes.hard_break || child.type === nodes.soft_break) breaks.push(offset)
  })
  for (const offset of breaks.reverse()) {
    const from = position + 1 + offset
    tr.replaceWith(from, from + 1, replacement())
  }
}

/** The lines of code become lines of a paragraph; the code's type forbids breaks, so it changes first. */
function splitLines(tr: Transaction, position: number, node: Node) {
  tr.setBlockType(position + 1, position + 1, nodes.paragraph, { kept: node.attrs.kept ?? null })
  const text = node.textContent
  for (let at = text.length - 1; at >= 0; at -= 1) {
    if (text[at] !== '\n') continue
    tr.replaceWith(position + 1 + at, position + 2 + at, nodes.hard_break.create())
  }
}

/** Makes code of the selected text blocks, or paragraphs of code. */
export const toggleCodeBlock: Command = (state, dispatch) => {
  const isCodeBlock = state.selection.$from.parent.type === nodes.code_block
  return setTextBlock(isCodeBlock ? nodes.paragraph : nodes.code_block)(state, dispatch)
}

/** Puts a line across behind the block of the caret. */
export const insertRule: Command = (state, dispatch) => {
  if (dispatch) dispatch(insertBlock(state, nodes.rule.create({ source: ruleSource(state) })))
  return true
}

/** Three hyphens at the very beginning would open settings; asterisks never do. */
export function ruleSource(state: EditorState): string {
  return state.selection.$from.index(0) === 0 ? '***' : '---'
}

/** Puts a block behind the one of the caret, or in place of it when it is empty. */
export function insertBlock(state: EditorState, block: Node): Transaction {
  const { $from } = state.selection
  const depth = Math.min(1, $from.depth)
  const top = depth === 0 ? null : $from.node(1)
  const isEmpty = top?.type === nodes.paragraph && top.content.size === 0
  const end = depth === 0 ? $from.pos : $from.after(1)
  const start = isEmpty ? $from.before(1) : end
  const tr = state.tr.replaceWith(start, end, block)
  const after = start + block.nodeSize
  // There must be a place to go on writing.
  if (!tr.doc.resolve(after).nodeAfter) tr.insert(after, nodes.paragraph.create())
  return tr.scrollIntoView()
}

/** Which blocks of a document are others than before: their indexes, the end exclusive. */
export function changedBlocks(before: Node, after: Node): { start: number; end: number } {
  const { start, otherEnd } = changedRange(before.children, after.children)
  return { start, end: otherEnd }
}
