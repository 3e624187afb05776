/** The width and height of an image in pixels. */
export type PngSize = { width: number; height: number }

const SIGNATURE = '89504e470d0a1a0a'

/**
 * Reads the size of an image out of the beginning of its base64 text.
 *
 * @returns null for what is no PNG
 */
export function pngSize(base64: string): PngSize | null {
  const bytes = Buffer.from(base64.replace(/^data:image\/png;base64,/, '').slice(0, 40), 'base64')
  if (bytes.length < 24 || bytes.subarray(0, 8).toString('hex') !== SIGNATURE) return null
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}
