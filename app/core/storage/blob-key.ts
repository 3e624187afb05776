import { randomBytes } from 'node:crypto'

/** A folder, then one name without `/` that does not begin with a dot: no path leads elsewhere. */
const KEY = /^(?:staging|uploads)\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,199}$/

const EXTENSIONS = { 'image/jpeg': 'jpg', 'image/png': 'png' } as const

export type ImageType = keyof typeof EXTENSIONS

/** Tells whether a string is a key of ours; anything else never reaches a store. */
export function isBlobKey(key: string): boolean {
  return KEY.test(key)
}

/** The private key under which an upload's bytes wait for the worker. */
export function stagedKey(uploadId: string): string {
  return `staging/${uploadId}`
}

/**
 * Makes the key of a final image: 192 random bits, which nobody guesses, and
 * what is safe of the name that the user gave the file.
 */
export function createImageKey(filename: string, type: ImageType): string {
  const random = randomBytes(24).toString('hex')
  return `uploads/${random}-${safeName(filename)}.${EXTENSIONS[type]}`
}

/** The media type of an object, which follows from its key. */
export function mediaTypeOf(key: string): ImageType | 'application/octet-stream' {
  if (key.endsWith('.png')) return 'image/png'
  return key.endsWith('.jpg') ? 'image/jpeg' : 'application/octet-stream'
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
