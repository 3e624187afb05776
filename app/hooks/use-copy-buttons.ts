import { type RefObject, useEffect, useRef, useState } from 'react'

const CONFIRMATION_MS = 1_500

/**
 * Handles the copy buttons inside an element with one listener for all of them.
 *
 * @param textOfMessage gives the text of a message by its position in the chat
 * @returns an announcement for screen readers
 */
export function useCopyButtons(
  container: RefObject<HTMLElement>,
  textOfMessage?: (index: number) => string,
): string {
  const [announcement, setAnnouncement] = useState('')
  const latestTextOfMessage = useRef(textOfMessage)
  useEffect(() => {
    latestTextOfMessage.current = textOfMessage
  })

  useEffect(() => {
    const element = container.current
    if (!element) return
    async function onClick({ target }: MouseEvent) {
      const button = target instanceof Element && target.closest<HTMLElement>('[data-copy]')
      const text = button && element && textToCopy(button, element, latestTextOfMessage.current)
      if (!button || !text) return
      const isCopied = await copyText(text)
      setAnnouncement(isCopied ? 'Copied' : 'The browser does not allow copying')
      if (isCopied) showConfirmation(button, () => setAnnouncement(''))
    }
    element.addEventListener('click', onClick)
    return () => element.removeEventListener('click', onClick)
  }, [container])
  return announcement
}

function textToCopy(
  button: HTMLElement,
  container: HTMLElement,
  textOfMessage: ((index: number) => string) | undefined,
): string | undefined {
  if (button.dataset.copy === 'code') {
    return button.closest('figure')?.querySelector('pre')?.textContent ?? undefined
  }
  const message = button.closest('.msg')
  const index = message ? [...container.querySelectorAll('.msg')].indexOf(message) : -1
  return index < 0 ? undefined : textOfMessage?.(index)
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyWithSelection(text)
  }
}

/** For plain http, where browsers do not offer the clipboard interface. */
function copyWithSelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const isCopied = document.execCommand('copy')
  area.remove()
  return isCopied
}

/** Marks a button as copied for a moment. */
function showConfirmation(button: HTMLElement, onEnd: () => void) {
  button.dataset.copied = ''
  setTimeout(() => {
    delete button.dataset.copied
    onEnd()
  }, CONFIRMATION_MS)
}
