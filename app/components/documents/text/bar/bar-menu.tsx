import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { nextIndex, useBarItem } from './bar-item.tsx'

export type MenuEntry = {
  label: string
  /** Whether it is the one that applies; undefined where that is no question. */
  isChecked?: boolean
  isDisabled?: boolean
  onPress(): void
}

type BarMenuProps = {
  label: string
  /** What stands on its button. */
  text: string
  entries: MenuEntry[]
}

/** A button of the bar that opens a menu above everything else. */
export function BarMenu({ label, text, entries }: BarMenuProps) {
  const item = useBarItem(label)
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)

  useEffect(() => {
    const element = menu.current
    const onToggle = () => setIsOpen(element?.matches(':popover-open') === true)
    // Neither is known to the types of this React.
    element?.setAttribute('popover', 'auto')
    element?.addEventListener('toggle', onToggle)
    return () => element?.removeEventListener('toggle', onToggle)
  }, [])

  function open() {
    const { left, bottom } = button.current?.getBoundingClientRect() ?? { left: 0, bottom: 0 }
    const element = menu.current
    if (!element) return
    element.showPopover()
    const most = document.documentElement.clientWidth - element.offsetWidth - 8
    element.style.left = `${Math.max(8, Math.min(left, most))}px`
    element.style.top = `${bottom + 4}px`
    element.style.maxHeight = `${window.innerHeight - bottom - 16}px`
    const entry = element.querySelector<HTMLElement>('[aria-checked=true]')
    ;(entry ?? element.querySelector<HTMLElement>('[role^=menuitem]'))?.focus()
  }

  function press({ isDisabled, onPress }: MenuEntry) {
    if (isDisabled) return
    menu.current?.hidePopover()
    onPress()
  }

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]')]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const next = nextIndex(event.key, at, items.length)
    if (event.key === 'Tab') menu.current?.hidePopover()
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    items[next]?.focus()
  }

  return (
    <>
      <button
        {...item}
        ref={button}
        type="button"
        className="bar-menu-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={text === label ? undefined : `${label}: ${text}`}
        title={label}
        onClick={open}
      >
        {text}
      </button>
      <div
        ref={menu}
        id={id}
        role="menu"
        aria-label={label}
        className="bar-menu"
        tabIndex={-1}
        onKeyDown={move}
      >
        {entries.map((entry) => (
          <button
            key={entry.label}
            type="button"
            {...roleOf(entry)}
            aria-disabled={entry.isDisabled || undefined}
            tabIndex={-1}
            onClick={() => press(entry)}
          >
            {entry.label}
          </button>
        ))}
      </div>
    </>
  )
}

function roleOf({ isChecked }: MenuEntry) {
  if (isChecked === undefined) return { role: 'menuitem' }
  return { role: 'menuitemradio', 'aria-checked': isChecked }
}
