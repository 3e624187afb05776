/** Bytes of a title in a file's name at most, in UTF-8; most file systems allow names of 255. */
const MAX_BYTES = 180

/** Names that Windows reserves for devices, whatever the extension. */
const DEVICE_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i

/**
 * Makes the name of a file from a title that a person or a model wrote: without
 * path separators, control characters and whatever else file systems refuse.
 *
 * @param fallback when nothing of the title is left
 * @param extension without the dot
 */
export function fileName(title: string, fallback: string, extension: string): string {
  const clean = title
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\\/:*?"<>|]+/g, '-')
    .replace(/\s+/g, ' ')
    .replace(/^[\s.-]+/, '')
  const name = firstBytes(clean, MAX_BYTES).replace(/[\s.-]+$/, '')
  return `${name && !DEVICE_NAME.test(name) ? name : fallback}.${extension}`
}

function firstBytes(text: string, max: number): string {
  let bytes = 0
  let kept = ''
  for (const character of text) {
    bytes += Buffer.byteLength(character)
    if (bytes > max) break
    kept += character
  }
  return kept
}
