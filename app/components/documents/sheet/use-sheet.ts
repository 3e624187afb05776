import { useSyncExternalStore } from 'react'
import type { SheetState } from './model/sheet-state.ts'
import type { SheetStore } from './model/sheet-store.ts'

/** The present state of an open sheet. */
export function useSheet(store: SheetStore): SheetState {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}
