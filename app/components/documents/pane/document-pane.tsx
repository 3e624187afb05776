import { Link, useNavigate } from '@remix-run/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { paths } from '#app/paths.ts'
import { PaneSeparator } from './pane-separator.tsx'
import { usePaneWidth } from './use-pane-width.ts'

type DocumentPaneProps = { chatId: string; documentId: string; children: ReactNode }

/** What takes the Escape key for itself. */
const TAKES_ESCAPE =
  'input, textarea, select, [contenteditable], [role=grid], [role=menu], [role=dialog], dialog'

/** The place of a document beside its chat, or over it on a narrow screen. */
export function DocumentPane({ chatId, documentId, children }: DocumentPaneProps) {
  const pane = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  const { width, resize } = usePaneWidth()
  useFocusHandover(pane, documentId)

  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented || isTaken(event.target)) return
      navigate(paths.chat(chatId), { preventScrollReset: true })
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [chatId, navigate])

  return (
    <section
      ref={pane}
      id="document-pane"
      className="document-pane"
      aria-label="Document"
      tabIndex={-1}
      {...(width !== undefined && { style: { flexBasis: `${width}%` } })}
    >
      <PaneSeparator width={width} onResize={resize} />
      {children}
    </section>
  )
}

/** Closes the pane. */
export function CloseLink({ chatId }: { chatId: string }) {
  return (
    <Link
      className="icon-button i-close"
      to={paths.chat(chatId)}
      preventScrollReset
      aria-label="Close the document"
    />
  )
}

/** An open menu or popover closes before the pane does. */
function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('details.menu[open], :popover-open, dialog[open]')) return true
  return target instanceof Element && target.closest(TAKES_ESCAPE) !== null
}

/**
 * Moves the focus into the pane that a person has opened, and back to the card
 * when it closes. A pane that opens by itself leaves the focus where it is.
 */
function useFocusHandover(pane: React.RefObject<HTMLElement>, documentId: string) {
  useEffect(() => {
    const element = pane.current
    const { activeElement } = document
    const isLost = !activeElement || activeElement === document.body || !isVisible(activeElement)
    if (isLost || activeElement.matches('.document-card')) element?.focus({ preventScroll: true })
    return () => {
      const held = element?.contains(document.activeElement)
      if (!held && document.activeElement !== document.body) return
      // In an address at which there is no document it may be anything.
      const named = `.document-card[href*="${CSS.escape(documentId)}"]`
      const cards = document.querySelectorAll<HTMLElement>(named)
      const card = [...cards].at(-1)
      requestAnimationFrame(() => card?.focus({ preventScroll: true }))
    }
  }, [pane, documentId])
}

function isVisible(element: Element): boolean {
  return getComputedStyle(element).visibility === 'visible'
}
