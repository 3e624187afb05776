import { type RefObject, useEffect, useMemo } from 'react'

/**
 * Keeps what is typed but not sent, per chat and over reloads. Cleared only
 * once the server has taken the message.
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
      /** @param sent what was taken; something newer that was typed since stays */
      clear(sent: string) {
        if (read(name) === sent) write(name, '')
      },
    }),
    [name, field],
  )
}

// Storage may be full or forbidden; a draft is a comfort, no more.
function read(name: string): string {
  try {
    return localStorage.getItem(name) ?? ''
  } catch {
    return ''
  }
}

function write(name: string, text: string) {
  try {
    if (text) localStorage.setItem(name, text)
    else localStorage.removeItem(name)
  } catch {}
}
