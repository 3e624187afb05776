import { safeLinkUrl } from '#components/markdown/safe-url.ts'

/** A title or other words as they can stand in one line of Markdown. */
export function oneLine(value: string): string {
  return value.replace(/\s+/g, ' ').trim()
}

/** The language of code, and what else is said of it, as it can stand behind a fence. */
export function codeInfo(value: string): string {
  return oneLine(value.replaceAll('`', ' '))
}

/**
 * Where a link or image leads that was copied from an editor: also to a place without
 * a scheme, which says nothing in other pages.
 *
 * @returns null when it is not safe
 */
export function copiedAddress(address: string | null): string | null {
  if (!address) return null
  return address.includes(':') ? safeLinkUrl(address) : address
}
