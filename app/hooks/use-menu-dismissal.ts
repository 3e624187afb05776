import { useEffect } from 'react'

/** Closes open menus (`<details class="menu">`) on Escape and on a press outside of them. */
export function useMenuDismissal(): void {
  useEffect(() => {
    function openMenus() {
      return document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')
    }
    function onPress({ target }: PointerEvent) {
      for (const menu of openMenus()) {
        if (!(target instanceof Node) || !menu.contains(target)) menu.open = false
      }
    }
    function onKey({ key }: KeyboardEvent) {
      if (key !== 'Escape') return
      for (const menu of openMenus()) {
        menu.open = false
        menu.querySelector('summary')?.focus()
      }
    }
    document.addEventListener('pointerdown', onPress)
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('pointerdown', onPress)
      document.removeEventListener('keydown', onKey)
    }
  }, [])
}
