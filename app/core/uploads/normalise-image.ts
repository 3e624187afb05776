import type { Sharp } from 'sharp'
import type { ImageType } from '#core/storage/blob-key.ts'
import { detectImageType, MAX_IMAGE_BYTES, MAX_IMAGE_PIXELS, UNSUPPORTED } from './upload-rules.ts'

export type NormalisedImage = { bytes: Buffer; type: ImageType }

/** The image breaks a rule; `message` tells the user which. */
export class ImageRejected extends Error {
  override name = 'ImageRejected'
}

const TYPES: Record<string, ImageType> = { jpeg: 'image/jpeg', png: 'image/png' }

/** Seconds after which decoding stops: an image can be made to take for ever. */
const DECODE_TIMEOUT_SECONDS = 20
/**
 * High enough that a screenshot's text stays sharp for the model and for
 * people. Huffman tables that fit the image would save a fifth of its bytes,
 * but keep all of its coefficients in memory: measured, four times as slow and
 * 80 MB more for 12 megapixels.
 */
const JPEG = { quality: 88, optimiseCoding: false }

let previous: Promise<unknown> = Promise.resolve()

/**
 * Decodes a whole image and encodes it again in its own type: upright, in sRGB,
 * without metadata. Nothing that was hidden in the original file survives. Of
 * an animated PNG the first frame is kept.
 *
 * A process decodes one image at a time, because each may take 200 MB.
 *
 * @throws {ImageRejected} when it is damaged, too large, or not JPEG or PNG
 */
export function normaliseImage(bytes: Buffer): Promise<NormalisedImage> {
  const result = previous.then(() => normalise(bytes))
  previous = result.catch(() => {})
  return result
}

async function normalise(bytes: Buffer): Promise<NormalisedImage> {
  if (!detectImageType(bytes)) throw new ImageRejected(UNSUPPORTED)
  const open = await loadSharp()
  // Reads only the header, without a pixel limit, so that the error can name the size.
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

/** Loads libvips when it is first needed, and switches off all decoders but those of JPEG and PNG. */
async function loadSharp() {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] })
  return sharp
}
