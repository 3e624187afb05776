import { useLocation } from '@remix-run/react'
import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { sidebarCookie } from '#app/sidebar-cookie.ts'

/** As in sidebar.css. */
const WIDE = '(min-width: 768px)'

/**
 * Shows and hides the sidebar: on a wide screen it stands beside the page, or is
 * closed, which a cookie keeps; on a narrow one it is a drawer over the page.
 */
export function useSidebarState(sidebar: RefObject<HTMLElement>, isInitiallyClosed: boolean) {
  const { pathname } = useLocation()
  const [isClosed, setIsClosed] = useState(isInitiallyClosed)

  const toggle = useCallback(() => {
    const element = sidebar.current
    if (!element) return
    if (!matchMedia(WIDE).matches) {
      element.togglePopover()
      return
    }
    if (element.matches(':popover-open')) element.hidePopover()
    setIsClosed((isClosed) => {
      // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
      document.cookie = sidebarCookie(!isClosed)
      return !isClosed
    })
  }, [sidebar])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the drawer closes with every navigation
  useEffect(() => {
    if (sidebar.current?.matches(':popover-open')) sidebar.current.hidePopover()
  }, [pathname])

  useEffect(() => {
    const element = sidebar.current
    /** While the drawer is open, the page behind it can be neither reached nor read. */
    function setBehind(isInert: boolean) {
      document.getElementById('main')?.toggleAttribute('inert', isInert)
    }
    /** A link that was followed keeps the focus for a moment, in the drawer that is closed. */
    function isLost(focused: Element | null) {
      return focused === document.body || (element?.contains(focused) ?? false)
    }
    // Before it has closed, so that the button that opened it can have the focus back.
    function onBeforeToggle({ newState }: ToggleEvent) {
      if (newState === 'closed') setBehind(false)
    }
    function onToggle({ newState }: ToggleEvent) {
      if (newState === 'open') {
        setBehind(true)
        element?.querySelector<HTMLElement>('button, a')?.focus()
      } else if (isLost(document.activeElement)) {
        document.querySelector<HTMLElement>('.sidebar-button')?.focus()
      }
    }
    function onKey(event: KeyboardEvent) {
      const isShortcut = (event.metaKey || event.ctrlKey) && event.shiftKey && !event.altKey
      if (!isShortcut || event.key.toLowerCase() !== 's') return
      event.preventDefault()
      if (!document.querySelector('dialog[open]')) toggle()
    }
    const listeners = { beforetoggle: onBeforeToggle, toggle: onToggle }
    for (const [name, listener] of Object.entries(listeners)) {
      element?.addEventListener(name, listener as EventListener)
    }
    document.addEventListener('keydown', onKey)
    return () => {
      for (const [name, listener] of Object.entries(listeners)) {
        element?.removeEventListener(name, listener as EventListener)
      }
      document.removeEventListener('keydown', onKey)
    }
  }, [sidebar, toggle])

  return useMemo(() => ({ isClosed, toggle }), [isClosed, toggle])
}
