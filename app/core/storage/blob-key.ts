import { randomBytes } from 'node:crypto'

/** A folder, then a name without `/` that begins with no dot: no key leads out of its folder. */
const KEY = /^(?:staging|uploads)\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/

/** The name of an image, as {@link createImageKey} makes it. */
const IMAGE_NAME = /^[0-9a-f]{48}-[A-Za-z0-9-]{1,60}\.(?:png|jpg)$/

const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const

export type ImageType = keyof typeof EXTENSIONS

/** Tells whether a string is a key of the blob store. */
export function isBlobKey(key: string): boolean {
  return KEY.test(key)
}

/** Asserts that a string is a key of the blob store: a store refuses every other string. */
export function assertBlobKey(key: string): void {
  if (!isBlobKey(key)) throw new Error(`Not a key of the blob store: ${JSON.stringify(key)}`)
}

/** The private key under which an upload's bytes wait for the worker. */
export function stagedKey(uploadId: string): string {
  return `staging/${uploadId}`
}

/**
 * Makes the key of an image that is stored for good: 192 random bits, which
 * nobody can guess, and the safe characters of the file's name.
 */
export function createImageKey(filename: string, type: ImageType): string {
  const random = randomBytes(24).toString('hex')
  return `uploads/${random}-${safeName(filename)}.${EXTENSIONS[type]}`
}

/** The key of a stored image by the last part of its URL; null when that cannot be one of ours. */
export function imageKey(name: string): string | null {
  return IMAGE_NAME.test(name) ? `uploads/${name}` : null
}

/** The media type of an object, by the extension of its key. */
export function mediaTypeOf(key: string): ImageType | 'application/octet-stream' {
  return key.startsWith('uploads/') ? imageTypeOf(key) : 'application/octet-stream'
}

/** The media type of an image that is stored for good, by the extension of its key. */
export function imageTypeOf(key: string): ImageType {
  return key.endsWith('.png') ? 'image/png' : 'image/jpeg'
}

function safeName(filename: string): string {
  const base = filename.split(/[\\/]/).at(-1) ?? ''
  const name = base
    .replace(/\.[^.]*$/, '')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
  return name || 'image'
}
