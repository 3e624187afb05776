import { AppError } from '#core/app-error.ts'
import type { ImageType } from '#core/storage/blob-key.ts'

/** 5 MB (docs/interface.md, "Uploads"). */
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024
/** Width × height at most; a larger image is refused before it is decoded. */
export const MAX_IMAGE_PIXELS = 50_000_000
/**
 * Million pixels that the decoder passes over at most (decode-cost.ts): the
 * largest image as a progressive JPEG of twelve scans, two more than usual.
 */
export const MAX_DECODE_COST = 600
/** Bytes of a stored image at most. An image that is encoded again may take more than the upload. */
export const MAX_IMAGE_BYTES = 20 * 1024 * 1024

export const TOO_LARGE = 'The file is larger than 5 MB (5,242,880 bytes). Send a smaller image.'
export const NO_FILE =
  'No file was sent. Send the image as the field "file" of a multipart/form-data body.'
export const UNSUPPORTED = 'The file is neither a JPEG nor a PNG image. Send one of these.'
export const NOT_STORED =
  'The image could not be stored right now. Nothing was kept; try again later.'

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff])

/** Media types that a client declares when it does not know the type. */
const UNKNOWN_TYPES = new Set(['', 'application/octet-stream', 'binary/octet-stream'])
/** Old names of media types. */
const TYPE_ALIASES: Record<string, string> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
}

/** The media types of extensions. A name with any other, like `scan.2026`, is not checked. */
const EXTENSION_TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  jpe: 'image/jpeg',
  jfif: 'image/jpeg',
  png: 'image/png',
  apng: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  avif: 'image/avif',
  heic: 'image/heic',
  heif: 'image/heif',
  bmp: 'image/bmp',
  ico: 'image/x-icon',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  pdf: 'application/pdf',
  html: 'text/html',
  htm: 'text/html',
  js: 'text/javascript',
  txt: 'text/plain',
  zip: 'application/zip',
  mp4: 'video/mp4',
}

/** Tells the type of an image by its first bytes; null when it is neither JPEG nor PNG. */
export function detectImageType(bytes: Uint8Array): ImageType | null {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 8))
  if (start.equals(PNG_SIGNATURE)) return 'image/png'
  return start.subarray(0, 3).equals(JPEG_SIGNATURE) ? 'image/jpeg' : null
}

/**
 * Checks what can be told of an image without decoding it: the bytes begin like
 * a JPEG or PNG, and neither the declared type nor the extension contradicts
 * them.
 *
 * @throws {AppError} invalid
 */
export function assertImageType(image: {
  bytes: Uint8Array
  filename: string
  declaredType: string
}): void {
  const actual = detectImageType(image.bytes)
  if (!actual) throw new AppError('invalid', UNSUPPORTED)
  const declared = image.declaredType.toLowerCase()
  if (!UNKNOWN_TYPES.has(declared) && (TYPE_ALIASES[declared] ?? declared) !== actual) {
    throw new AppError(
      'invalid',
      `The file is declared as ${declared} but its bytes are ${actual}. Declare its real type.`,
    )
  }
  const extension = image.filename.match(/\.([A-Za-z0-9]+)$/)?.[1]?.toLowerCase() ?? ''
  const expected = EXTENSION_TYPES[extension]
  if (expected && expected !== actual) {
    throw new AppError(
      'invalid',
      `The file's name ends in .${extension} but its bytes are ${actual}. Give it its real extension.`,
    )
  }
}
