import { type ComponentType, lazy, type RefObject, Suspense, useEffect, useState } from 'react'
import { isShownImage } from './shown-images.ts'

// Loaded when used. Where that fails, the page stays as it is without them.
const none = { default: () => null }
const Lightbox = lazy<ComponentType<{ pane: HTMLElement; first: Element; onClose(): void }>>(() =>
  import('./lightbox.tsx').catch(() => none),
)
const QuoteButton = lazy<ComponentType<object>>(() =>
  import('./quote-button.tsx').catch(() => none),
)

type ThreadToolsProps = { pane: RefObject<HTMLElement>; canQuote: boolean }

/** What is offered in a conversation when it is used: images in large, and quoting what is selected. */
export function ThreadTools({ pane, canQuote }: ThreadToolsProps) {
  const [image, setImage] = useState<Element | null>(null)
  const [isSelected, setSelected] = useState(false)

  useEffect(() => {
    const element = pane.current
    function onClick(event: MouseEvent) {
      const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event
      if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
      if (!(target instanceof Element)) return
      // A link that is pressed with the keyboard is the target itself.
      const shown = target.closest('img') ?? target.closest('a')?.querySelector('img')
      if (!shown || !isShownImage(shown)) return
      event.preventDefault()
      setImage(shown)
    }
    element?.addEventListener('click', onClick)
    return () => element?.removeEventListener('click', onClick)
  }, [pane])

  useEffect(() => {
    if (!canQuote) return
    function onSelect() {
      setSelected(quotedMessage(document.getSelection(), pane.current) !== null)
    }
    document.addEventListener('selectionchange', onSelect)
    return () => document.removeEventListener('selectionchange', onSelect)
  }, [pane, canQuote])

  // A boundary in the server's page would be hydrated on its own, and hold up what is selected meanwhile.
  if (!image && !isSelected) return null
  return (
    <Suspense>
      {image && pane.current && (
        <Lightbox pane={pane.current} first={image} onClose={() => setImage(null)} />
      )}
      {isSelected && <QuoteButton />}
    </Suspense>
  )
}

/** The reply in which a selection is; null for one that is empty, elsewhere, or in several. */
function quotedMessage(selection: Selection | null, pane: HTMLElement | null): Element | null {
  if (!selection || selection.isCollapsed) return null
  const message = messageAt(selection.anchorNode)
  return message && pane?.contains(message) && message === messageAt(selection.focusNode)
    ? message
    : null
}

function messageAt(node: Node | null): Element | null {
  const element = node instanceof Element ? node : node?.parentElement
  return element?.closest('.msg.ai') ?? null
}
