import { wrapIn } from 'prosemirror-commands'
import type { Node } from 'prosemirror-model'
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState, Transaction } from 'prosemirror-state'
import { liftTarget } from 'prosemirror-transform'
import { schema } from '../markdown/schema.ts'
import { type Found, findAbove } from './blocks.ts'

const { nodes } = schema

/** The kinds of list, as a person sees them. */
export type ListKind = 'bullet' | 'ordered' | 'task'

/** Whether a node is a list. */
function isList(node: Node): boolean {
  return node.type === nodes.bullet_list || node.type === nodes.ordered_list
}

/** The kind of the list around the selection; null outside of lists. */
export function listKindAt(state: EditorState): ListKind | null {
  const list = findAbove(state.selection.$from, isList)
  if (!list) return null
  const item = findAbove(state.selection.$from, ({ type }) => type === nodes.list_item)
  if (item && item.node.attrs.checked !== null) return 'task'
  return list.node.type === nodes.ordered_list ? 'ordered' : 'bullet'
}

/** Makes a list of the selected blocks, a list of another kind of their list, or takes them out of it. */
export function toggleList(kind: ListKind): Command {
  return (state, dispatch) => {
    const list = findAbove(state.selection.$from, isList)
    if (!list) return wrapSelected(kind)(state, dispatch)
    if (listKindAt(state) === kind) return liftListItem(nodes.list_item)(state, dispatch)
    if (dispatch) dispatch(changeList(state.tr, list, kind))
    return true
  }
}

function wrapSelected(kind: ListKind): Command {
  return (state, dispatch) =>
    wrapInList(typeOf(kind))(
      state,
      dispatch &&
        ((tr) => {
          const list = findAbove(tr.selection.$from, isList)
          dispatch(kind === 'task' && list ? changeList(tr, list, kind) : tr)
        }),
    )
}

function typeOf(kind: ListKind) {
  return kind === 'ordered' ? nodes.ordered_list : nodes.bullet_list
}

function changeList(tr: Transaction, { node, position }: Found, kind: ListKind): Transaction {
  const { kept, tight } = node.attrs
  if (node.type !== typeOf(kind)) tr.setNodeMarkup(position, typeOf(kind), { kept, tight })
  node.forEach((item, offset) => {
    const checked = kind === 'task' ? (item.attrs.checked ?? false) : null
    if (item.attrs.checked !== checked) {
      tr.setNodeAttribute(position + 1 + offset, 'checked', checked)
    }
  })
  return tr
}

/** Begins another item; one of a task list is not done yet. */
export const splitItem: Command = (state, dispatch, view) => {
  const item = findAbove(state.selection.$from, ({ type }) => type === nodes.list_item)
  const attrs = item && {
    ...item.node.attrs,
    checked: item.node.attrs.checked === null ? null : false,
  }
  return splitListItem(nodes.list_item, attrs ?? undefined)(state, dispatch, view)
}

/** At the beginning of an item: takes its box away, or the item out of its list. */
export const leaveItem: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.parentOffset > 0) return false
  const item = findAbove($from, ({ type }) => type === nodes.list_item)
  if (!item || item.depth !== $from.depth - 1 || $from.index(item.depth) > 0) return false
  if (item.node.attrs.checked === null) return liftListItem(nodes.list_item)(state, dispatch)
  if (dispatch) dispatch(state.tr.setNodeAttribute(item.position, 'checked', null))
  return true
}

/** Puts the selected blocks into a quote, or takes them out of it. */
export const toggleQuote: Command = (state, dispatch) => {
  const { $from, $to } = state.selection
  const quote = findAbove($from, ({ type }) => type === nodes.blockquote)
  if (!quote) return wrapIn(nodes.blockquote)(state, dispatch)
  const range = $from.blockRange($to, (node) => node.type === nodes.blockquote)
  const target = range && liftTarget(range)
  if (!range || target === null) return false
  if (dispatch) dispatch(state.tr.lift(range, target).scrollIntoView())
  return true
}
