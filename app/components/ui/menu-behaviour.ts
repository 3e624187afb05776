import { placeBeside } from './place-beside.ts'

/** How long the letters that are typed in a menu count as one word, in milliseconds. */
const TYPING_MS = 600

let typed = ''
let typedAt = 0

/**
 * Makes every `[data-menu]` popover of the page behave as a menu: its role,
 * arrow keys, Home, End, typing the beginning of an entry, Tab and Escape. An
 * entry that is chosen closes the menu.
 *
 * @returns a function that ends it
 */
export function startMenus(): () => void {
  const isPlacedByCss = CSS.supports('position-area', 'bottom')

  function onToggle(event: Event) {
    const menu = event.target
    if (!isMenu(menu) || (event as ToggleEvent).newState !== 'open') return
    giveRoles(menu)
    const button = buttonOf(menu)
    if (button && !isPlacedByCss) placeBeside(menu, button, menu.dataset.menu === 'end')
    // A press with the mouse leaves the focus on the button; the keys need it in the menu.
    const entries = entriesOf(menu)
    const first =
      entries.find((entry) => entry.dataset.checked === 'true') ??
      entries[0] ??
      menu.querySelector<HTMLElement>('input:checked')
    first?.focus({ preventScroll: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    const { target, key } = event
    if (!(target instanceof HTMLElement)) return
    const menu = openMenuAround(target)
    if (!menu) return openWithArrow(event, target)
    const entries = entriesOf(menu)
    const next = entryFor(key, entries, entries.indexOf(target))
    if (next) {
      event.preventDefault()
      next.focus()
    } else if (key === 'Tab') {
      menu.hidePopover()
    }
    // Escape closes the menu, and nothing else of the page.
    if (key === 'Escape' || next) event.stopPropagation()
  }

  function onClick({ target }: MouseEvent) {
    if (!(target instanceof Element)) return
    const entry = target.closest<HTMLElement>('[data-menu-item]')
    const menu = entry && openMenuAround(entry)
    if (menu) menu.hidePopover()
  }

  document.addEventListener('toggle', onToggle, true)
  document.addEventListener('keydown', onKeyDown, true)
  // After the handlers of the entry itself.
  window.addEventListener('click', onClick)
  return () => {
    document.removeEventListener('toggle', onToggle, true)
    document.removeEventListener('keydown', onKeyDown, true)
    window.removeEventListener('click', onClick)
  }
}

/** Without JavaScript these are links and buttons in a group; only with its keys it is a menu. */
function giveRoles(menu: HTMLElement) {
  // A menu with fields in it is a group of controls.
  if (menu.querySelector('input:not([type=hidden]), select, textarea')) return
  menu.role = 'menu'
  menu.ariaLabel = buttonOf(menu)?.ariaLabel ?? null
  for (const form of menu.querySelectorAll('form')) form.role = 'none'
  for (const entry of entriesOf(menu)) {
    const isChoice = entry.dataset.menuItem === 'radio'
    entry.role = isChoice ? 'menuitemradio' : 'menuitem'
    entry.tabIndex = -1
    if (!isChoice) continue
    entry.removeAttribute('aria-pressed')
    entry.ariaChecked = entry.dataset.checked ?? 'false'
  }
}

function entryFor(key: string, entries: HTMLElement[], index: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return entries[(index + 1) % entries.length]
  if (key === 'ArrowUp') return entries.at(index <= 0 ? -1 : index - 1)
  if (key === 'Home') return entries[0]
  if (key === 'End') return entries.at(-1)
  if (key.length !== 1 || key === ' ') return undefined
  const now = Date.now()
  typed = now - typedAt < TYPING_MS ? typed + key.toLowerCase() : key.toLowerCase()
  typedAt = now
  const inOrder = [...entries.slice(index + 1), ...entries.slice(0, index + 1)]
  return inOrder.find((entry) => entry.textContent?.trim().toLowerCase().startsWith(typed))
}

/** The down arrow on the button of a menu opens it. */
function openWithArrow(event: KeyboardEvent, button: HTMLElement) {
  if (event.key !== 'ArrowDown' || button.ariaHasPopup !== 'menu') return
  const menu = document.getElementById(button.getAttribute('popovertarget') ?? '')
  if (!menu) return
  event.preventDefault()
  button.click()
}

function isMenu(target: unknown): target is HTMLElement {
  return target instanceof HTMLElement && target.dataset.menu !== undefined
}

function openMenuAround(element: Element): HTMLElement | null {
  return element.closest<HTMLElement>('[data-menu]:popover-open')
}

function entriesOf(menu: HTMLElement): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('[data-menu-item]:not(:disabled)')]
}

function buttonOf(menu: HTMLElement) {
  return document.querySelector<HTMLElement>(`[popovertarget="${CSS.escape(menu.id)}"]`)
}
