import type { ComponentType } from 'react'
import type { EditorProps } from './editor-contract.ts'

type EditorModule = { default: ComponentType<EditorProps> }

/** The editors, each of which is loaded on its own when it is needed. */
const EDITORS = import.meta.glob<EditorModule>('../{text,code,sheet}/{text,code,sheet}-editor.tsx')

const loading = new Map<string, Promise<ComponentType<EditorProps> | null>>()

/**
 * Loads the editor of a kind of document, once.
 *
 * @returns null where there is none, or it cannot be loaded: offline, or a new
 *   release has replaced it
 */
export function loadEditor(kind: string): Promise<ComponentType<EditorProps> | null> {
  const known = loading.get(kind)
  if (known) return known
  const load = EDITORS[`../${kind}/${kind}-editor.tsx`]
  const loaded = load ? load().then((module) => module.default) : Promise.resolve(null)
  const settled = loaded.catch(() => {
    loading.delete(kind)
    return null
  })
  loading.set(kind, settled)
  return settled
}

/** Loads an editor ahead, as the pointer comes near to what opens it. */
export function warmEditor(kind: unknown): void {
  if (typeof kind === 'string') void loadEditor(kind)
}
