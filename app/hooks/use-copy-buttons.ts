import { type RefObject, useEffect, useRef, useState } from 'react'

const CONFIRM_MS = 1_500

/**
 * Makes the copy buttons inside an element work, with one listener for all.
 *
 * @param textOfMessage gives the source of a message by its place
 * @returns what a live region should say
 */
export function useCopyButtons(
  container: RefObject<HTMLElement>,
  textOfMessage?: (index: number) => string,
): string {
  const [said, setSaid] = useState('')
  const source = useRef(textOfMessage)
  useEffect(() => {
    source.current = textOfMessage
  })

  useEffect(() => {
    const element = container.current
    if (!element) return
    async function onClick({ target }: MouseEvent) {
      const button = target instanceof Element && target.closest<HTMLElement>('[data-copy]')
      const text = button && element && textFor(button, element, source.current)
      if (!button || !text) return
      const copied = await copy(text)
      setSaid(copied ? 'Copied' : 'Copying is not allowed here')
      if (copied) confirm(button, () => setSaid(''))
    }
    element.addEventListener('click', onClick)
    return () => element.removeEventListener('click', onClick)
  }, [container])
  return said
}

function textFor(
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

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyOverHttp(text)
  }
}

/** Browsers have the clipboard interface only on https and localhost. */
function copyOverHttp(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  return copied
}

function confirm(button: HTMLElement, over: () => void) {
  button.dataset.copied = ''
  setTimeout(() => {
    delete button.dataset.copied
    over()
  }, CONFIRM_MS)
}
