import type { Sharp } from 'sharp'
import type { ImageType } from '#core/storage/blob-key.ts'
import { detectImageType, MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, UNSUPPORTED } from './upload-rules.ts'

export type NormalisedImage = { bytes: Buffer; type: ImageType }

/** The image breaks a rule; `message` tells the user which. */
export class ImageRejected extends Error {
  override name = 'ImageRejected'
}

const TYPES: Record<string, ImageType> = { jpeg: 'image/jpeg', png: 'image/png' }

/** Seconds after which an image is given up as made to be slow. */
const DECODE_TIMEOUT_SECONDS = 20
/**
 * High enough that a screenshot's text stays sharp for the model and for
 * people. Huffman tables that fit the image would save a fifth of its bytes,
 * but keep all of its coefficients in memory: measured, four times as slow and
 * 80 MB more for 12 megapixels.
 */
const JPEG = { quality: 88, optimiseCoding: false }

let last: Promise<unknown> = Promise.resolve()

/**
 * Decodes an image from its first pixel to its last and writes it anew in its
 * own type: oriented, in sRGB, without any metadata. What was hidden in or
 * behind the original file does not survive. Of an animated PNG the first
 * frame is kept.
 *
 * One image at a time in a process: a decoded one may take 200 MB.
 *
 * @throws {ImageRejected} when it is damaged, too large, or not JPEG or PNG
 */
export function normaliseImage(bytes: Buffer): Promise<NormalisedImage> {
  const result = last.then(() => normalise(bytes))
  last = result.catch(() => {})
  return result
}

async function normalise(bytes: Buffer): Promise<NormalisedImage> {
  if (!detectImageType(bytes)) throw new ImageRejected(UNSUPPORTED)
  const open = await loadSharp()
  // Reads the header only, without the pixel limit, so that the limit can be named.
  const { format, width, height } = await open(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw new ImageRejected(UNSUPPORTED, { cause })
    })
  const type = TYPES[format]
  if (!type) throw new ImageRejected(UNSUPPORTED)
  if (width * height > MAX_IMAGE_PIXELS) {
    throw new ImageRejected(
      `The image has ${width} × ${height} pixels, over the limit of 50 megapixels. Send a smaller one.`,
    )
  }
  const decoder = open(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' })
  const written = await encode(decoder, type).catch((cause: unknown) => {
    throw new ImageRejected('The image is damaged or cut short. Save it anew and try again.', {
      cause,
    })
  })
  if (written.byteLength > MAX_IMAGE_BYTES) {
    throw new ImageRejected('The image takes over 20 MB when written anew. Send a smaller one.')
  }
  return { bytes: written, type }
}

function encode(decoder: Sharp, type: ImageType): Promise<Buffer> {
  const upright = decoder
    .timeout({ seconds: DECODE_TIMEOUT_SECONDS })
    .autoOrient()
    .toColourspace('srgb')
  return (type === 'image/png' ? upright.png() : upright.jpeg(JPEG)).toBuffer()
}

/** Loads libvips when the first image comes, with every decoder but two switched off. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] })
  return sharp
}
