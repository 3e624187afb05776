/**
 * Parses comma-separated values (RFC 4180): quoted cells may hold commas, line
 * breaks and doubled quotes. It never fails: a quote that is not closed ends
 * at the end of the text.
 *
 * @returns rows of cells, without empty lines at the end
 */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (quoted) {
      if (character !== '"') cell += character
      else if (text[index + 1] === '"') cell += text[++index]
      else quoted = false
    } else if (character === '"' && cell === '') quoted = true
    else if (character === ',') {
      row.push(cell)
      cell = ''
    } else if (character === '\n') {
      rows.push([...row, cell.replace(/\r$/, '')])
      row = []
      cell = ''
    } else cell += character
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  while (rows.at(-1)?.every((value) => value === '')) rows.pop()
  return rows
}
