import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import type { SheetStore } from '../model/sheet-store.ts'
import { ActionList } from './action-list.tsx'

type ContextMenuProps = {
  store: SheetStore
  /** In the window, in pixels. */
  at: { x: number; y: number }
  /** Closes the menu, and gives the focus back to the grid. */
  onClose(): void
}

/** The menu of the selected cells, where the pointer asked for it. */
export function ContextMenu({ store, at, onClose }: ContextMenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = menu.current
    if (!element) return
    const { width, height } = element.getBoundingClientRect()
    element.style.left = `${Math.max(8, Math.min(at.x, window.innerWidth - width - 8))}px`
    element.style.top = `${Math.max(8, Math.min(at.y, window.innerHeight - height - 8))}px`
    element.querySelector('button')?.focus({ preventScroll: true })
  }, [at])
  useEffect(() => {
    function onPress({ target }: PointerEvent) {
      if (!(target instanceof Node) || !menu.current?.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [onClose])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.key === 'Escape' || event.key === 'Tab') {
      event.preventDefault()
      event.stopPropagation()
      return onClose()
    }
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button:enabled')]
    const focused = document.activeElement
    const place = focused instanceof HTMLElement ? items.indexOf(focused) : -1
    items.at((place + step + items.length) % items.length)?.focus()
  }

  return (
    <div
      ref={menu}
      role="menu"
      tabIndex={-1}
      className="sheet-actions context-menu"
      aria-label="Selected cells"
      onKeyDown={onKeyDown}
    >
      <ActionList store={store} itemRole="menuitem" onDone={onClose} />
    </div>
  )
}
