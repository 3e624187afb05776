import type { ImageType } from '#core/storage/blob-key.ts'

/**
 * Estimates what decoding an image costs, by its header and markers alone: how
 * many million pixels the decoder passes over. Measured, a unit takes about
 * 4 ms of one core, so that an ordinary photo of 12 megapixels costs 12.
 *
 * * A JPEG is passed over once for each of its scans. A progressive one usually
 *   has ten, but may have any number, of a few bytes each.
 * * A PNG is inflated, filtered and written anew byte by byte, so it counts once
 *   for each byte of a pixel: 1 to 8.
 *
 * @param size in pixels
 */
export function decodeCost(
  bytes: Buffer,
  type: ImageType,
  { width, height }: { width: number; height: number },
): { cost: number; scans: number } {
  const megapixels = (width * height) / 1e6
  if (type === 'image/png') return { cost: megapixels * bytesOfPixel(bytes), scans: 1 }
  const scans = countScans(bytes)
  return { cost: megapixels * scans, scans }
}

/** Channels of a pixel by the colour type of a PNG (https://www.w3.org/TR/png-3/#11IHDR). */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }

function bytesOfPixel(png: Buffer): number {
  const [depth = 8, colourType = 6] = png.subarray(24, 26)
  return Math.ceil(((CHANNELS[colourType] ?? 4) * depth) / 8)
}

const START_OF_SCAN = 0xda
const END_OF_IMAGE = 0xd9

/**
 * Counts the scans of a JPEG as a decoder finds them: markers are read one after
 * the other, the contents of a segment are skipped, and in the data of a scan
 * the next marker is looked for (ITU-T T.81, annex B).
 */
function countScans(jpeg: Buffer): number {
  let scans = 0
  let at = 2
  while (at < jpeg.length) {
    at = jpeg.indexOf(0xff, at)
    if (at < 0) break
    const marker = jpeg[at + 1] ?? END_OF_IMAGE
    // A stuffed zero, a fill byte, or a marker without a segment.
    if (marker === 0 || marker === 0xff || marker === 0x01 || (marker & 0xf8) === 0xd0) {
      at += marker === 0xff ? 1 : 2
      continue
    }
    if (marker === END_OF_IMAGE) break
    if (marker === START_OF_SCAN) scans += 1
    if (at + 4 > jpeg.length) break
    at += 2 + Math.max(2, jpeg.readUInt16BE(at + 2))
  }
  return Math.max(1, scans)
}
