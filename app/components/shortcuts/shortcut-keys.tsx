const NAMES: Record<string, string> = { mod: 'Ctrl', alt: 'Alt', shift: 'Shift', escape: 'Esc' }
const MAC_NAMES: Record<string, string> = { ...NAMES, mod: '⌘', alt: '⌥' }

/** Whether a browser runs on a machine of Apple, by what it calls itself. */
export function isMac(userAgent: string): boolean {
  return /Mac|iPhone|iPad/.test(userAgent)
}

/** The keys of a shortcut, as they stand on the keyboard. */
export function ShortcutKeys({ keys, mac }: { keys: string; mac: boolean }) {
  const names = mac ? MAC_NAMES : NAMES
  return keys.split(' ').map((key) => <kbd key={key}>{names[key] ?? key.toUpperCase()}</kbd>)
}
