import { useSyncExternalStore } from 'react'
import type { TextController, TextView } from './text-controller.ts'

/** What is shown around a text, as it changes. */
export function useTextView(controller: TextController): TextView {
  return useSyncExternalStore(controller.subscribe, controller.shown, controller.shown)
}
