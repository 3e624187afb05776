const NAMED_ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
  times: '×',
  rarr: '→',
  larr: '←',
  deg: '°',
  euro: '€',
}

const REFERENCE = '&(?:#(\\d{1,7})|#x([\\da-f]{1,6})|(\\w{2,8}));'
const EACH_REFERENCE = new RegExp(REFERENCE, 'gi')
/** A character reference at `lastIndex`. */
export const CHARACTER_REFERENCE = new RegExp(REFERENCE, 'iy')

/** Decodes the HTML character references that are usual in Markdown; unknown ones stay as they are. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(EACH_REFERENCE, (whole, dec, hex, name) => {
    if (name) return NAMED_ENTITIES[name] ?? whole
    const code = dec ? Number(dec) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : '\ufffd'
  })
}
