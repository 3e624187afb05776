/** Lines that are looked at. */
const MAX_LINES = 1_000

/**
 * How a code indents its blocks: with a tab, or with as many spaces as its lines grow
 * by most often; two where it has no block.
 */
export function indentationOf(content: string): string {
  const steps = new Map<number, number>()
  let tabs = 0
  let before = 0
  for (const line of content.split('\n', MAX_LINES)) {
    if (line.trim() === '') continue
    if (line.startsWith('\t')) tabs += 1
    const spaces = /^ */.exec(line)?.[0].length ?? 0
    const step = spaces - before
    // A step of one or of many aligns a line with another one.
    if (step >= 2 && step <= 8) steps.set(step, (steps.get(step) ?? 0) + 1)
    before = spaces
  }
  const [found] = [...steps].sort((a, b) => b[1] - a[1])
  if (tabs > (found?.[1] ?? 0)) return '\t'
  return ' '.repeat(found?.[0] ?? 2)
}
