import type { Tokens } from 'marked'
import type { Node } from 'prosemirror-model'
import type { BlockCursor, Place } from './place.ts'
import { readInline } from './read-inline.ts'
import { schema } from './schema.ts'

const { nodes } = schema

/** Turns the token of a table into a node. */
export function readTable(token: Tokens.Table, cursor: BlockCursor): Node {
  const lines = token.raw.split('\n')
  let start = 0
  const starts = lines.map((line) => {
    const at = start
    start += line.length + 1
    return at
  })
  const rows = [token.header, ...token.rows].map((cells, index) => {
    // The second line says how the columns are aligned.
    const line = index === 0 ? 0 : index + 1
    const places = cursor?.place
      ? cellPlaces(cursor.place, lines[line] ?? '', starts[line] ?? 0)
      : []
    return nodes.table_row.create(
      null,
      cells.map((cell, column) => readCell(cell, places[column], cursor)),
    )
  })
  return nodes.table.create(null, rows)
}

function readCell(cell: Tokens.TableCell, place: Place | undefined, cursor: BlockCursor): Node {
  const type = cell.header ? nodes.table_header : nodes.table_cell
  const isKnown = cursor !== null && place !== undefined && place.text === cell.text
  if (cursor && !isKnown && cell.text) cursor.units.isExact = false
  const inline = cursor && isKnown ? { place, units: cursor.units } : null
  return type.create({ align: cell.align }, readInline(cell.tokens, [], inline))
}

/** The places of the cells of a row: its source between pipes, without the backslash before a pipe in it. */
function cellPlaces(place: Place, line: string, start: number): Place[] {
  const cells: { text: string; offsets: number[] }[] = [{ text: '', offsets: [] }]
  for (let index = 0; index < line.length; index += 1) {
    const isPipe = line[index] === '|'
    if (isPipe && line[index - 1] !== '\\') {
      cells.push({ text: '', offsets: [] })
      continue
    }
    const cell = cells.at(-1)
    if (!cell) continue
    if (isPipe) {
      cell.text = cell.text.slice(0, -1)
      cell.offsets.pop()
    }
    cell.text += line[index]
    cell.offsets.push(start + index)
  }
  if (line.trimStart().startsWith('|')) cells.shift()
  return cells.map(({ text, offsets }) => {
    const cut = text.length - text.trimStart().length
    return { text: text.trim(), at: (index) => place.at(offsets[cut + index] ?? start) }
  })
}
