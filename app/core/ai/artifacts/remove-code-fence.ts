/**
 * Removes the Markdown code fence that a model put around everything it wrote,
 * against its instructions. Works on an unfinished text too.
 */
export function removeCodeFence(text: string): string {
  const opening = /^\s*(`{3,})[^\n`]*(\n|$)/.exec(text)
  if (!opening) return text
  const body = text.slice(opening[0].length)
  const closing = new RegExp(`(^|\\n)${opening[1]}\\s*$`)
  return body.replace(closing, '$1')
}
