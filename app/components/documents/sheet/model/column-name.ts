/** The letters of a column that counts from 0: A to Z, then AA and so on. */
export function columnName(column: number): string {
  let name = ''
  for (let rest = column; rest >= 0; rest = Math.floor(rest / 26) - 1) {
    name = String.fromCharCode(65 + (rest % 26)) + name
  }
  return name
}

/** The name of a cell; rows and columns count from 0. */
export function cellName({ row, column }: { row: number; column: number }): string {
  return `${columnName(column)}${row + 1}`
}
