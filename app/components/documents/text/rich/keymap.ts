import {
  baseKeymap,
  chainCommands,
  createParagraphNear,
  exitCode,
  liftEmptyBlock,
  newlineInCode,
  splitBlock,
  toggleMark,
} from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { undoInputRule } from 'prosemirror-inputrules'
import { keydownHandler } from 'prosemirror-keymap'
import { liftListItem, sinkListItem } from 'prosemirror-schema-list'
import { type Command, Plugin, TextSelection } from 'prosemirror-state'
import { goToNextCell, isInTable } from 'prosemirror-tables'
import { schema } from '../markdown/schema.ts'
import { findAbove, isCode, setTextBlock } from './blocks.ts'
import { leaveItem, splitItem, toggleList, toggleQuote } from './lists.ts'
import { nextRow } from './tables.ts'

const { nodes, marks } = schema

/** What the editor asks of the page around it. */
export type Requests = { editLink: () => void; showSource: () => void }

/** The keys of the editor. After Escape, Tab leaves it. */
export function textKeymap({ editLink, showSource }: Requests): Plugin {
  const handle = keydownHandler({ ...baseKeymap, ...ownKeys(editLink, showSource) })
  let isLeaving = false
  return new Plugin({
    props: {
      handleKeyDown(view, event) {
        if (event.key === 'Tab' && isLeaving) return false
        isLeaving = event.key === 'Escape' || (isLeaving && event.key === 'Shift')
        return handle(view, event)
      },
    },
  })
}

function ownKeys(editLink: () => void, showSource: () => void): Record<string, Command> {
  return {
    'Mod-z': undo,
    'Shift-Mod-z': redo,
    'Mod-y': redo,
    'Mod-b': toggleMark(marks.strong),
    'Mod-i': toggleMark(marks.em),
    'Mod-e': toggleMark(marks.code),
    'Shift-Mod-x': toggleMark(marks.strike),
    'Mod-k': asked(editLink),
    'Shift-Mod-m': asked(showSource),
    'Mod-Alt-0': setTextBlock(nodes.paragraph),
    ...Object.fromEntries(
      [1, 2, 3, 4, 5, 6].map((level) => [
        `Mod-Alt-${level}`,
        setTextBlock(nodes.heading, { level }),
      ]),
    ),
    'Shift-Mod-7': toggleList('ordered'),
    'Shift-Mod-8': toggleList('bullet'),
    'Shift-Mod-9': toggleList('task'),
    'Shift-Mod-.': toggleQuote,
    Backspace: chainCommands(
      undoInputRule,
      leaveItem,
      plainAtStart,
      baseKeymap.Backspace ?? nothing,
    ),
    Enter: chainCommands(
      openFence,
      newlineInCode,
      nextRow('same'),
      splitItem,
      createParagraphNear,
      liftEmptyBlock,
      splitBlock,
    ),
    'Shift-Enter': chainCommands(newlineInCode, breakLine),
    'Mod-Enter': chainCommands(exitCode, toggleTask),
    ArrowDown: leaveCodeBelow,
    Tab: chainCommands(
      goToNextCell(1),
      nextRow('first'),
      sinkListItem(nodes.list_item),
      withinList,
      indentCode,
    ),
    'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(nodes.list_item)),
  }
}

function asked(act: () => void): Command {
  return (_state, dispatch) => {
    if (dispatch) act()
    return true
  }
}

function nothing(): boolean {
  return false
}

/** A heading or code becomes a paragraph before it is joined to what stands above. */
const plainAtStart: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const { parent } = $from
  if (!empty || $from.parentOffset > 0) return false
  if (parent.type !== nodes.heading && parent.type !== nodes.code_block) return false
  return setTextBlock(nodes.paragraph)(state, dispatch)
}

/** Three backticks and Enter begin code. */
const openFence: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  const { parent } = $from
  if (!empty || parent.type !== nodes.paragraph || $from.parentOffset < parent.content.size)
    return false
  const match = /^(`{3,}|~{3,})\s*([^\s`]*)$/.exec(parent.textContent)
  if (!match) return false
  if (dispatch) {
    const [, fence, info] = match
    const code = nodes.code_block.create({ fence, info, kept: parent.attrs.kept })
    const tr = state.tr.replaceWith($from.before(), $from.after(), code)
    dispatch(tr.setSelection(TextSelection.create(tr.doc, $from.start())).scrollIntoView())
  }
  return true
}

/** A line end within a paragraph; headings and cells have none in Markdown. */
const breakLine: Command = (state, dispatch) => {
  if (state.selection.$from.parent.type !== nodes.paragraph) return isInTable(state)
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
}

/** Marks the task of the caret as done, or as not done. */
const toggleTask: Command = (state, dispatch) => {
  const item = findAbove(state.selection.$from, ({ type }) => type === nodes.list_item)
  if (!item || item.node.attrs.checked === null) return false
  dispatch?.(state.tr.setNodeAttribute(item.position, 'checked', !item.node.attrs.checked))
  return true
}

/** Goes below code that is the last block. */
const leaveCodeBelow: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection
  const isLast = $from.depth === 1 && $from.index(0) === state.doc.childCount - 1
  if (!empty || !isLast || !isCode($from.parent) || !view?.endOfTextblock('down')) return false
  return exitCode(state, dispatch)
}

/** The first item of a list cannot be moved in; Tab does not leave the text there either. */
const withinList: Command = (state) =>
  findAbove(state.selection.$from, ({ type }) => type === nodes.list_item) !== null

const indentCode: Command = (state, dispatch) => {
  if (!isCode(state.selection.$from.parent)) return false
  dispatch?.(state.tr.insertText('  ').scrollIntoView())
  return true
}
