import { useNavigate } from '@remix-run/react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { paths } from '#app/paths.ts'
import { type ShortcutId, shortcutOf } from '#app/shortcuts.ts'
import { WaitingPalette } from '../search/waiting-palette.tsx'
import { loadLater } from '../ui/load-later.tsx'

const Palette = loadLater(() => import('../search/palette.tsx'))
const ShortcutSheet = loadLater(() => import('./shortcut-sheet.tsx'))

/** Listens for the shortcuts, and shows what they open, which is loaded when it is first used. */
export function Shortcuts() {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'search' | 'sheet' | null>(null)
  const typedEarly = useRef('')
  const run = useRef<(id: ShortcutId) => void>(() => {})
  useEffect(() => {
    run.current = (id) => {
      if (id === 'search' || id === 'sheet') return setOpen(id)
      if (id === 'new-chat') return navigate(paths.newChat())
      void import('./shortcut-actions.ts').then(({ runOnPage }) => runOnPage(id))
    }
  })
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { target } = event
      // What is behind a dialog waits for its end.
      if (document.querySelector('dialog[open]:not(.palette, .sheet-of-keys)')) return
      const isWriting =
        target instanceof HTMLElement && (target.isContentEditable || 'selectionStart' in target)
      // Whatever has handled the key, such as an editor, has another meaning for it.
      const id = event.defaultPrevented ? undefined : shortcutOf(event, isWriting)
      if (!id || id === 'sidebar') return
      event.preventDefault()
      run.current(id)
    }
    const onSearch = () => setOpen('search')
    const onSheet = () => setOpen('sheet')
    addEventListener('keydown', onKeyDown)
    addEventListener('parley:search', onSearch)
    addEventListener('parley:shortcuts', onSheet)
    return () => {
      removeEventListener('keydown', onKeyDown)
      removeEventListener('parley:search', onSearch)
      removeEventListener('parley:shortcuts', onSheet)
    }
  }, [])
  // What closes tells so a moment later, when it may have opened the other.
  const close = (closed: typeof open) => {
    typedEarly.current = ''
    setOpen((now) => (now === closed ? null : now))
  }
  const waiting = <WaitingPalette typed={typedEarly} onClose={() => close('search')} />
  return (
    <Suspense fallback={open === 'search' && waiting}>
      {open === 'search' && <Palette typedEarly={typedEarly} onClose={() => close('search')} />}
      {open === 'sheet' && <ShortcutSheet onClose={() => close('sheet')} />}
    </Suspense>
  )
}
