import { type RefObject, useEffect, useMemo } from 'react'

/** Begins the key of a temporary chat, whose draft goes with its tab. */
export const TEMPORARY_DRAFT = 'temporary:'

/**
 * Keeps the text that was typed but not sent, for each chat and across reloads.
 * It is cleared only when the server has taken the message.
 */
export function useDraft(key: string, field: RefObject<HTMLTextAreaElement>) {
  const name = `draft:${key}`
  useEffect(() => {
    const area = field.current
    const draft = read(name)
    if (area && draft && !area.value) {
      area.value = draft
      area.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }, [name, field])

  return useMemo(
    () => ({
      save: () => write(name, field.current?.value ?? ''),
      /** @param sent the text that the server took; a newer text is kept */
      clear(sent: string) {
        if (read(name) === sent) write(name, '')
      },
    }),
    [name, field],
  )
}

/** Begins a message in another chat, unless one was begun there. */
export function keepDraft(key: string, text: string) {
  const name = `draft:${key}`
  if (!read(name)) write(name, text)
}

// The browser's storage may be full or forbidden. Then there are no drafts, and the rest works.
function read(name: string): string {
  try {
    return storageOf(name).getItem(name) ?? ''
  } catch {
    return ''
  }
}

function write(name: string, text: string) {
  try {
    if (text) storageOf(name).setItem(name, text)
    else storageOf(name).removeItem(name)
  } catch {}
}

function storageOf(name: string): Storage {
  return name.startsWith(`draft:${TEMPORARY_DRAFT}`) ? sessionStorage : localStorage
}
