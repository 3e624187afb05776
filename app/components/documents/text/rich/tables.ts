import { Fragment, type Node, Slice } from 'prosemirror-model'
import { type Command, Plugin, TextSelection, type Transaction } from 'prosemirror-state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
  selectedRect,
} from 'prosemirror-tables'
import { schema } from '../markdown/schema.ts'
import { changedBlocks, insertBlock } from './blocks.ts'

const { nodes } = schema

/** Puts in a table of three columns with a header and two rows, and the caret into its first cell. */
export const insertTable: Command = (state, dispatch) => {
  if (isInTable(state)) return false
  if (dispatch) {
    const row = (type: typeof nodes.table_cell) =>
      nodes.table_row.create(null, [type.create(), type.create(), type.create()])
    const table = nodes.table.create(null, [
      row(nodes.table_header),
      row(nodes.table_cell),
      row(nodes.table_cell),
    ])
    const tr = insertBlock(state, table)
    let position = 0
    tr.doc.descendants((node, at) => {
      if (node === table) position = at
      return position === 0 && node.type !== nodes.table
    })
    dispatch(tr.setSelection(TextSelection.create(tr.doc, position + 3)))
  }
  return true
}

/** What can be done with the table around the caret, by the words of the menu. */
export const TABLE_COMMANDS: [label: string, command: Command][] = [
  ['Insert row above', outsideHeader(addRowBefore)],
  ['Insert row below', addRowAfter],
  ['Insert column before', addColumnBefore],
  ['Insert column after', addColumnAfter],
  ['Align left', alignColumn('left')],
  ['Align centre', alignColumn('center')],
  ['Align right', alignColumn('right')],
  ['Delete row', outsideHeader(deleteRow)],
  ['Delete column', deleteColumn],
  ['Delete table', deleteTable],
]

/** A table of Markdown has one header row, at its top. */
function outsideHeader(command: Command): Command {
  return (state, dispatch) => {
    if (!isInTable(state) || selectedRect(state).top === 0) return false
    return command(state, dispatch)
  }
}

/** Aligns the selected columns; their cells follow their header (`keepTableShape`). */
function alignColumn(align: string): Command {
  return (state, dispatch) => {
    if (!isInTable(state)) return false
    const { left, right, map, table, tableStart } = selectedRect(state)
    const { tr } = state
    for (let column = left; column < right; column += 1) {
      const at = map.map[column] ?? 0
      const isAligned = table.nodeAt(at)?.attrs.align === align
      tr.setNodeAttribute(tableStart + at, 'align', isAligned ? null : align)
    }
    dispatch?.(tr)
    return true
  }
}

/** Goes to the next row, to its first cell or to that below; a row is added below the last one. */
export function nextRow(toColumn: 'first' | 'same'): Command {
  return (state, dispatch) => {
    if (!isInTable(state)) return false
    const { top, left, map, tableStart } = selectedRect(state)
    const column = toColumn === 'first' ? 0 : left
    const move = (tr: Transaction) => {
      const table = tr.doc.nodeAt(tableStart - 1)
      let at = tableStart
      for (let row = 0; row <= top; row += 1) at += table?.child(row).nodeSize ?? 0
      at += 1
      for (let cell = 0; cell < column; cell += 1) {
        at += table?.child(top + 1).child(cell).nodeSize ?? 0
      }
      return tr.setSelection(TextSelection.create(tr.doc, at + 1)).scrollIntoView()
    }
    if (!dispatch) return true
    if (top + 1 < map.height) dispatch(move(state.tr))
    else addRowAfter(state, (tr) => dispatch(move(tr)))
    return true
  }
}

/**
 * Keeps tables in the form that Markdown has for them: the first row is the header,
 * no cell spans others, a column is aligned as its header is.
 */
export function keepTableShape(): Plugin {
  return new Plugin({
    appendTransaction(transactions, before, state) {
      if (!transactions.some(({ docChanged }) => docChanged)) return null
      const { tr } = state
      const { start, end } = changedBlocks(before.doc, state.doc)
      state.doc.forEach((block, offset, index) => {
        if (index < start || index >= end) return
        state.doc.nodesBetween(offset, offset + block.nodeSize, (node, position) => {
          if (node.type === nodes.table) shape(tr, node, position)
          return !node.isTextblock && node.type !== nodes.table
        })
      })
      return tr.docChanged ? tr : null
    },
  })
}

function shape(tr: Transaction, table: Node, position: number) {
  const header = table.firstChild
  table.forEach((row, rowOffset, rowIndex) => {
    row.forEach((cell, offset, column) => {
      const type = rowIndex === 0 ? nodes.table_header : nodes.table_cell
      const align = header?.maybeChild(column)?.attrs.align ?? null
      const { colspan, rowspan } = cell.attrs
      if (cell.type === type && cell.attrs.align === align && colspan === 1 && rowspan === 1) return
      const at = position + 1 + rowOffset + 1 + offset
      tr.setNodeMarkup(at, type, { align })
    })
  })
}

/** A slice whose cells span no others, and have no line ends, which Markdown has no form for. */
export function plainCells(slice: Slice): Slice {
  if (!hasCells(slice)) return slice
  return new Slice(mapNodes(slice.content, plainNodes), slice.openStart, slice.openEnd)
}

/** Whether a slice holds rows of a table. */
export function hasCells(slice: Slice): boolean {
  let isFound = false
  slice.content.descendants((node) => {
    if (node.type === nodes.table_row) isFound = true
    return !isFound
  })
  return isFound
}

function plainNodes(node: Node, inCell: boolean): Node[] {
  if (inCell && node.type === nodes.hard_break) return [schema.text(' ', node.marks)]
  const { colspan = 1, rowspan = 1 } = node.attrs
  if (colspan === 1 && rowspan === 1) return [node]
  const attrs = { ...node.attrs, colspan: 1, rowspan: 1, colwidth: null }
  const empty = Array.from({ length: Math.min(colspan, 100) - 1 }, () => node.type.create())
  return [node.type.create(attrs, node.content), ...empty]
}

function mapNodes(
  content: Fragment,
  change: (node: Node, inCell: boolean) => Node[],
  inCell = false,
): Fragment {
  return Fragment.from(
    content.content.flatMap((node) => {
      const isCell = node.type === nodes.table_cell || node.type === nodes.table_header
      const inner = node.isLeaf ? node : node.copy(mapNodes(node.content, change, inCell || isCell))
      return change(inner, inCell)
    }),
  )
}
