import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Characters of texts and their HTML that a process keeps: 8 to 16 MB. */
const KEPT_CHARACTERS = 8_000_000
/** A longer text is rendered anew whenever it is shown. */
const LONGEST_KEPT = KEPT_CHARACTERS / 8

const kept = new Map<string, string>()
let keptCharacters = 0

/**
 * A text as HTML. What has been rendered is kept, since the texts of a chat do not
 * change and React takes longer than all else that a page needs.
 *
 * @param isColoured whether the code in it has colours
 */
export function keptHtml(text: string, isColoured: boolean, render: () => ReactNode): string {
  const key = isColoured ? text : `plain\n${text}`
  const known = kept.get(key)
  if (known !== undefined) {
    // A Map keeps the order of insertion: what is asked for is not the oldest.
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const html = renderToStaticMarkup(render())
  const weight = key.length + html.length
  // Code that took too long may be coloured the next time.
  const isPart = isColoured && html.includes('data-behind')
  if (isPart || weight > LONGEST_KEPT) return html
  kept.set(key, html)
  keptCharacters += weight
  if (keptCharacters > KEPT_CHARACTERS) dropOldest()
  return html
}

/** Drops an eighth at once: a Map that has lost its first entries is slow to find the next. */
function dropOldest(): void {
  for (const [key, html] of kept) {
    if (keptCharacters <= (KEPT_CHARACTERS * 7) / 8) break
    kept.delete(key)
    keptCharacters -= key.length + html.length
  }
}
