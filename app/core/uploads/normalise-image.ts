import type { Sharp } from 'sharp'
import type { ImageType } from '#core/storage/blob-key.ts'
import { decodeCost } from './decode-cost.ts'
import {
  detectImageType,
  MAX_DECODE_COST,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_PIXELS,
  UNSUPPORTED,
} from './upload-rules.ts'

export type NormalisedImage = { bytes: Buffer; type: ImageType }

/** The image breaks a rule; `message` tells the user which. */
export class ImageRejected extends Error {
  override name = 'ImageRejected'
}

const TYPES: Record<string, ImageType> = { jpeg: 'image/jpeg', png: 'image/png' }

/** Seconds after which decoding stops, whatever the estimate of its cost says. */
const DECODE_TIMEOUT_SECONDS = 20
/** An image that costs more to decode (decode-cost.ts) is heavy; measured, 0.5 s and more. */
const HEAVY_COST = 150
/**
 * High enough that a screenshot's text stays sharp for the model and for
 * people. Huffman tables that fit the image would save a fifth of its bytes,
 * but keep all of its coefficients in memory: measured, four times as slow and
 * 80 MB more for 12 megapixels.
 */
const JPEG = { quality: 88, optimiseCoding: false }

/** Calls `decode`, or throws when there is no time for a heavy image now. */
type RunHeavy = <T>(decode: () => Promise<T>) => Promise<T>

/** The last decoding of each kind. */
const previous: Record<'light' | 'heavy', Promise<unknown>> = {
  light: Promise.resolve(),
  heavy: Promise.resolve(),
}

/**
 * Decodes a whole image and encodes it again in its own type: upright, in sRGB,
 * without metadata. Nothing that was hidden in the original file survives. Of
 * an animated PNG the first frame is kept.
 *
 * A process decodes one light and one heavy image at a time: more would take too
 * much memory, 200 MB for a heavy one, and an ordinary photo does not wait for
 * the heavy ones.
 *
 * @param runHeavy called for a heavy image, which may have to wait for others
 * @throws {ImageRejected} when it is damaged, too large, too costly to decode,
 *   or not JPEG or PNG; also what `runHeavy` throws
 */
export async function normaliseImage(
  bytes: Buffer,
  runHeavy: RunHeavy = (decode) => decode(),
): Promise<NormalisedImage> {
  const { type, isHeavy } = await inspect(bytes)
  const decode = () => normalise(bytes, type)
  if (isHeavy) return runHeavy(() => decodeAfterPrevious('heavy', decode))
  return decodeAfterPrevious('light', decode)
}

function decodeAfterPrevious(kind: keyof typeof previous, decode: () => Promise<NormalisedImage>) {
  const result = previous[kind].then(decode)
  previous[kind] = result.catch(() => {})
  return result
}

/** Reads only the header, without a pixel limit, so that the error can name the size. */
async function inspect(bytes: Buffer): Promise<{ type: ImageType; isHeavy: boolean }> {
  if (!detectImageType(bytes)) throw new ImageRejected(UNSUPPORTED)
  const open = await loadSharp()
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
  const { cost, scans } = decodeCost(bytes, type, { width, height })
  if (cost > MAX_DECODE_COST) {
    throw new ImageRejected(
      `The image has ${width} × ${height} pixels in ${scans} scans, which take too long to decode. ` +
        'Save it as a baseline JPEG, not a progressive one, and try again.',
    )
  }
  return { type, isHeavy: cost > HEAVY_COST }
}

async function normalise(bytes: Buffer, type: ImageType): Promise<NormalisedImage> {
  const open = await loadSharp()
  const decoder = open(bytes, { limitInputPixels: MAX_IMAGE_PIXELS, failOn: 'error' })
  const written = await encode(decoder, type).catch((cause: unknown) => {
    // How libvips ends at the timeout, in a line after those of its warnings.
    if (cause instanceof Error && /^timeout:/m.test(cause.message)) {
      throw new ImageRejected('The image takes too long to decode. Send a smaller one.', { cause })
    }
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

/**
 * Loads libvips when it is first needed, and switches off all decoders but those of
 * JPEG and PNG. Only once: while they are switched off, an image that is being
 * decoded at that moment would be refused as one of an unknown kind.
 */
function loadSharp() {
  sharpIsReady ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng'] })
    return sharp
  })
  return sharpIsReady
}

let sharpIsReady: Promise<typeof import('sharp').default> | undefined
