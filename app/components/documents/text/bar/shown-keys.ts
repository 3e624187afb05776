/** Keys as the machine's keyboard has them: `Shift-Mod-x` is ⇧⌘X, or Ctrl+Shift+X. */
export function shownKeys(keys: string): string {
  const isMac = /Mac|iP(?:hone|ad|od)/.test(navigator.platform)
  const parts = keys.split('-')
  const key = (parts.pop() ?? '').toUpperCase()
  if (isMac) return `${parts.includes('Shift') ? '⇧' : ''}⌘${key}`
  return `Ctrl+${parts.includes('Shift') ? 'Shift+' : ''}${key}`
}
