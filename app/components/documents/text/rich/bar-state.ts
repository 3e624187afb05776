import { redoDepth, undoDepth } from 'prosemirror-history'
import type { MarkType } from 'prosemirror-model'
import type { EditorState } from 'prosemirror-state'
import { isInTable } from 'prosemirror-tables'
import { schema } from '../markdown/schema.ts'
import { findAbove } from './blocks.ts'
import { type ListKind, listKindAt } from './lists.ts'

const { nodes, marks } = schema

/** What the bar shows of the text around the selection. */
export type BarState = {
  /** 0 is a paragraph; null is anything that is neither that nor a heading. */
  heading: number | null
  isBold: boolean
  isItalic: boolean
  isStruck: boolean
  isCode: boolean
  isLink: boolean
  isQuote: boolean
  isCodeBlock: boolean
  isInTable: boolean
  /** What can be done with a table depends on it. */
  isInHeader: boolean
  list: ListKind | null
  canUndo: boolean
  canRedo: boolean
}

/** The state of the bar before there is an editor. */
export const NO_BAR_STATE: BarState = {
  heading: 0,
  isBold: false,
  isItalic: false,
  isStruck: false,
  isCode: false,
  isLink: false,
  isQuote: false,
  isCodeBlock: false,
  isInTable: false,
  isInHeader: false,
  list: null,
  canUndo: false,
  canRedo: false,
}

/** Reads what the bar shows from the state of the editor. */
export function readBarState(state: EditorState): BarState {
  const { $from } = state.selection
  const { parent } = $from
  return {
    heading: headingOf(parent.type.name, parent.attrs.level),
    isBold: isMarked(state, marks.strong),
    isItalic: isMarked(state, marks.em),
    isStruck: isMarked(state, marks.strike),
    isCode: isMarked(state, marks.code),
    isLink: isMarked(state, marks.link),
    isQuote: findAbove($from, ({ type }) => type === nodes.blockquote) !== null,
    isCodeBlock: parent.type === nodes.code_block,
    isInTable: isInTable(state),
    isInHeader: parent.type === nodes.table_header,
    list: listKindAt(state),
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
  }
}

function headingOf(name: string, level: number): number | null {
  if (name === 'paragraph') return 0
  return name === 'heading' ? level : null
}

function isMarked({ selection, storedMarks, doc }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection
  if (empty) return type.isInSet(storedMarks ?? $from.marks()) !== undefined
  return doc.rangeHasMark(from, to, type)
}

/** Whether two states of the bar look the same. */
export function isSameBar(one: BarState, other: BarState): boolean {
  return (Object.keys(one) as (keyof BarState)[]).every((key) => one[key] === other[key])
}
