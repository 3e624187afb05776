import { useEffect } from 'react'

/** Starts what menus and icons do in every page beyond their HTML, once the page stands. */
export function usePageBehaviour(): void {
  useEffect(() => {
    let hasLeft = false
    const ends: (() => void)[] = []
    void Promise.all([import('./menu-behaviour.ts'), import('./tooltips.ts')]).then(
      ([{ startMenus }, { startTooltips }]) => {
        if (!hasLeft) ends.push(startMenus(), startTooltips())
      },
      // Offline: menus open all the same.
      () => {},
    )
    return () => {
      hasLeft = true
      for (const end of ends) end()
    }
  }, [])
}
