/** What the keys of {@link SHORTCUTS} do. */
export type ShortcutId =
  | 'search'
  | 'new-chat'
  | 'copy-reply'
  | 'copy-code'
  | 'sidebar'
  | 'focus'
  | 'quote'
  | 'sheet'

/** `mod` is Cmd on a Mac and Ctrl elsewhere; `alt` is Option on a Mac; the last word is the key. */
type Shortcut = { id: ShortcutId; keys: string; label: string }

/** All shortcuts, in the order in which the list of them shows them. */
export const SHORTCUTS: Shortcut[] = [
  { id: 'search', keys: 'mod k', label: 'Search, or do something' },
  { id: 'new-chat', keys: 'mod shift o', label: 'New chat' },
  { id: 'focus', keys: 'shift escape', label: 'Write a message' },
  { id: 'copy-reply', keys: 'mod shift c', label: 'Copy the last reply' },
  { id: 'copy-code', keys: 'mod shift ;', label: 'Copy the last block of code' },
  { id: 'quote', keys: 'alt q', label: 'Quote what is selected in a reply' },
  { id: 'sidebar', keys: 'mod shift s', label: 'Show or hide the sidebar' },
  { id: 'sheet', keys: 'mod /', label: 'List the shortcuts' },
  { id: 'sheet', keys: '?', label: 'List the shortcuts, while you do not write' },
]

type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/**
 * Tells which shortcut was pressed; the button that quotes listens to its own.
 *
 * @param isWriting whether the focus is in a field, where a single key is a character
 */
export function shortcutOf(event: Pressed, isWriting: boolean): ShortcutId | undefined {
  if (event.altKey) return undefined
  // With shift, ";" is another character on many keyboards.
  const key = event.code === 'Semicolon' ? ';' : event.key.toLowerCase()
  const isMod = event.ctrlKey || event.metaKey
  if (key === '?' && !isMod) return isWriting ? undefined : 'sheet'
  const pressed = `${isMod ? 'mod ' : ''}${event.shiftKey && key !== '/' ? 'shift ' : ''}${key}`
  return SHORTCUTS.find(({ keys }) => keys === pressed)?.id
}
