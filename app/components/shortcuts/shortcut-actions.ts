import type { ShortcutId } from '#app/shortcuts.ts'

/** The buttons that a shortcut presses: the last of them on the page. */
const BUTTONS: Partial<Record<ShortcutId, string>> = {
  'copy-reply': '[data-copy="message"]',
  'copy-code': '.thread [data-copy="code"]',
}

/** Does what a shortcut does with the conversation of the page, if there is one. */
export function runOnPage(id: ShortcutId): void {
  if (id === 'focus') document.querySelector<HTMLTextAreaElement>('.composer textarea')?.focus()
  const selector = BUTTONS[id]
  if (selector) [...document.querySelectorAll<HTMLButtonElement>(selector)].at(-1)?.click()
}
