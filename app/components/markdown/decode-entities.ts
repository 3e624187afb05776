import { namedEntity } from './named-entities.ts'

const REFERENCE = '&(?:#(\\d{1,7})|#x([\\da-f]{1,6})|([a-z][a-z\\d]{1,9}));'
const EACH_REFERENCE = new RegExp(REFERENCE, 'gi')
/** A character reference at `lastIndex`. */
export const CHARACTER_REFERENCE = new RegExp(REFERENCE, 'iy')

/** Decodes the HTML character references that are usual in Markdown; unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(EACH_REFERENCE, (whole, dec, hex, name) => {
    if (name) return namedEntity(name) ?? whole
    const code = dec ? Number(dec) : Number.parseInt(hex, 16)
    if (code === 0 || code > 0x10_ffff) return '\ufffd'
    // Half of a surrogate pair is no character either.
    return String.fromCodePoint(code).toWellFormed()
  })
}
