/**
 * Lines of texts that are compared, of all of them together, at most. Real documents
 * have far fewer; a text of line breaks alone would take as much memory and time as
 * hundreds of them.
 */
export const MOST_LINES = 100_000

/** Whether texts have more lines than are compared; known before they are divided into lines. */
export function haveManyLines(...texts: string[]): boolean {
  let lines = 0
  for (const text of texts) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
      lines += 1
      if (lines > MOST_LINES) return true
    }
  }
  return false
}
