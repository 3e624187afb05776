import { useCallback, useEffect, useState } from 'react'

export type EditMode = 'edit' | 'read'

const STORAGE_KEY = 'document-mode'

/** Whether documents are opened to edit or to read, which is remembered. */
export function useEditMode() {
  const [mode, setMode] = useState<EditMode>('edit')

  useEffect(() => {
    // The browser's storage may be forbidden. Then the choice is not remembered.
    try {
      if (localStorage.getItem(STORAGE_KEY) === 'read') setMode('read')
    } catch {}
  }, [])

  const choose = useCallback((next: EditMode) => {
    setMode(next)
    try {
      localStorage.setItem(STORAGE_KEY, next)
    } catch {}
  }, [])

  return [mode, choose] as const
}
