import { useSyncExternalStore } from 'react'

/** Whether the page runs in the browser: false on the server and in the first render there. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    () => () => {},
    () => true,
    () => false,
  )
}
