/** Gives the fence for a block of code in Markdown: backticks, one more than stand together in the code. */
export function fenceAround(code: string): string {
  const runs = code.match(/`{3,}/g) ?? []
  const longest = runs.reduce((length, run) => Math.max(length, run.length), 2)
  return '`'.repeat(longest + 1)
}
