import { createCodePainter } from '../highlight/paint-code.ts'

/** Milliseconds that a block may take; a longer one is coloured by the browser. */
const BLOCK_MS = 20
/** Characters of code and its HTML that are kept. */
const KEPT_CHARACTERS = 8_000_000

const kept = new Map<string, string>()
let keptCharacters = 0

/** Code with its colours as HTML; null when it takes too long. */
export function paintedHtml(code: string, language: string): string | null {
  const key = `${language}\n${code}`
  const known = kept.get(key)
  if (known !== undefined) return known
  const { pieces, isBehind } = createCodePainter(language)(code, BLOCK_MS)
  if (isBehind) return null
  const html = pieces.join('')
  const weight = key.length + html.length
  keptCharacters += weight
  if (keptCharacters > KEPT_CHARACTERS) {
    kept.clear()
    keptCharacters = weight
  }
  kept.set(key, html)
  return html
}
