import { type RefObject, useEffect, useRef, useState } from 'react'
import { lazyMarkdown } from '#components/markdown/load-markdown.ts'

const CONFIRMATION_MS = 1_500
const NOT_STORED = 'The document could not be stored. Try again.'

/**
 * Handles the buttons of messages, code and tables inside an element with one listener
 * for all of them: those that copy, that wrap lines, and that make a document of code.
 *
 * @param textOfMessage gives the text of a message by its position in the chat
 * @param openCode makes a document of a block of code, and tells whether it could
 * @returns an announcement for screen readers
 */
export function useCopyButtons(
  container: RefObject<HTMLElement>,
  textOfMessage?: (index: number) => string,
  openCode?: (block: Element) => Promise<boolean>,
): string {
  const [announcement, setAnnouncement] = useState('')
  const latest = useRef({ textOfMessage, openCode })
  useEffect(() => {
    latest.current = { textOfMessage, openCode }
  })

  useEffect(() => {
    const element = container.current
    if (!element) return
    async function onClick({ target }: MouseEvent) {
      const button =
        target instanceof Element &&
        target.closest<HTMLElement>('[data-copy], [data-wrap], [data-open]')
      if (!button || !element) return
      const block = button.closest('figure')
      if ('wrap' in button.dataset) return toggleWrap(button, block)
      if ('open' in button.dataset) {
        const isOpened = block && (await latest.current.openCode?.(block))
        return setAnnouncement(isOpened ? 'Opened as a document' : NOT_STORED)
      }
      const text = textToCopy(button, element, latest.current.textOfMessage)
      if (!text) return
      const isCopied = await copyText(text, htmlToCopy(button))
      setAnnouncement(isCopied ? 'Copied' : 'The browser does not allow copying')
      if (isCopied) showConfirmation(button, () => setAnnouncement(''))
    }
    element.addEventListener('click', onClick)
    return () => element.removeEventListener('click', onClick)
  }, [container])
  return announcement
}

function toggleWrap(button: HTMLElement, block: Element | null) {
  const isWrapped = block?.toggleAttribute('data-wrapped') ?? false
  button.setAttribute('aria-pressed', String(isWrapped))
}

/** A reply is copied with its formatting, for programs that take it. */
function htmlToCopy(button: HTMLElement): string | undefined {
  const message = button.dataset.copy === 'message' ? button.closest('.msg.ai') : null
  return message ? lazyMarkdown.current()?.htmlOfMessage(message) : undefined
}

function textToCopy(
  button: HTMLElement,
  container: HTMLElement,
  textOfMessage: ((index: number) => string) | undefined,
): string | undefined {
  if (button.dataset.copy === 'code') {
    return button.closest('figure')?.querySelector('pre')?.textContent ?? undefined
  }
  const table = button.dataset.copy === 'csv' && button.closest('.table-block')
  if (table) return lazyMarkdown.current()?.csvOfTable(table)
  const message = button.closest('.msg')
  const index = message ? [...container.querySelectorAll('.msg')].indexOf(message) : -1
  return index < 0 ? undefined : textOfMessage?.(index)
}

async function copyText(text: string, html?: string): Promise<boolean> {
  try {
    if (html && typeof ClipboardItem === 'function') {
      const forms = { 'text/plain': text, 'text/html': html }
      const blobs = Object.entries(forms).map(([type, form]) => [type, new Blob([form], { type })])
      await navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))])
    } else await navigator.clipboard.writeText(text)
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
