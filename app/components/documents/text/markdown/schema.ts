import { Schema } from 'prosemirror-model'
import { tableNodes } from 'prosemirror-tables'
import { blockNodes } from './schema-blocks.ts'
import { inlineNodes, marks } from './schema-inline.ts'

/** How the text of a table's column is aligned. */
type ColumnAlign = 'left' | 'center' | 'right' | null

const tables = tableNodes({
  tableGroup: 'block',
  cellContent: 'inline*',
  cellAttributes: {
    align: {
      default: null,
      getFromDOM: (cell) =>
        columnAlign(
          cell.style.textAlign ||
            cell.getAttribute('align') ||
            cell.className.replace('align-', ''),
        ),
      setDOMAttr(value, attrs) {
        if (value) attrs.class = `align-${value}`
      },
    },
  },
})

/**
 * What the editor holds: the blocks and marks of Markdown, and nodes that hold
 * the source of everything else. `kept` of a block at the top of a document is
 * the key of its source (see `kept-source.ts`).
 */
export const schema = new Schema({
  nodes: {
    ...blockNodes,
    ...tables,
    table: {
      ...tables.table,
      attrs: { kept: { default: null } },
      toDOM: () => ['div', { class: 'table-scroll' }, ['table', ['tbody', 0]]],
    },
    ...inlineNodes,
  },
  marks,
})

function columnAlign(value: string | null): ColumnAlign {
  return value === 'left' || value === 'center' || value === 'right' ? value : null
}
