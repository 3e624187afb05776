const NAMES: Record<string, string> = { shift: 'Shift', escape: 'Esc' }

/** The keys of a shortcut, as they stand on the keyboard. */
export function ShortcutKeys({ keys }: { keys: string }) {
  const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)
  return keys
    .split(' ')
    .map((key) => (
      <kbd key={key}>
        {key === 'mod' ? (isMac ? '⌘' : 'Ctrl') : (NAMES[key] ?? key.toUpperCase())}
      </kbd>
    ))
}
