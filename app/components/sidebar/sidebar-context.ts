import { createContext, useContext } from 'react'

type SidebarState = {
  /** Whether it is closed on a wide screen, where it stands beside the page. */
  isClosed: boolean
  /** Shows or hides it, in the way of the screen. */
  toggle(): void
}

const SidebarContext = createContext<SidebarState>({ isClosed: false, toggle() {} })

export const SidebarProvider = SidebarContext.Provider

export function useSidebar(): SidebarState {
  return useContext(SidebarContext)
}
