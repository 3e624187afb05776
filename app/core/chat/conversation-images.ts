import type { StoredPart } from '#db/entities/message.ts'
import { AppError, isAppError } from '../app-error.ts'
import type { Services } from '../services.server.ts'
import { resolveImagePart } from '../uploads/resolve-image.ts'
import type { ConversationMessage } from './normalise-messages.ts'

/** Images of one message at most. */
const MAX_IMAGES = 20
/** Images that are looked for in one turn at most: each is a read of the blob store. */
const MAX_TURN_IMAGES = 100
/** Bytes of images that one turn gives the model, and holds in memory, at most. */
const MAX_TOTAL_BYTES = 40 * 1024 * 1024

/** What the model is told of an image of an earlier message that it cannot be given. */
const GONE: StoredPart = { type: 'text', text: '[An image that is no longer available.]' }

/**
 * Resolves the images of a conversation for the model, the newest first: bytes
 * for images of our own store, the URL for a public one. An image of the last
 * message has to be usable; one of an earlier message that is gone, or that
 * would be too much, becomes a note, so that an old chat can always go on.
 *
 * @returns what stands for each image part
 * @throws {AppError} invalid for an image of the last message
 */
export async function resolveImages(
  services: Services,
  origin: string,
  conversation: ConversationMessage[],
): Promise<Map<StoredPart, StoredPart>> {
  const resolved = new Map<StoredPart, StoredPart>()
  let left = MAX_TOTAL_BYTES
  for (const message of conversation.toReversed()) {
    const isLast = message === conversation.at(-1)
    const images = message.parts.filter(({ type }) => type === 'file')
    if (isLast && images.length > MAX_IMAGES) {
      throw new AppError('invalid', `A message may hold ${MAX_IMAGES} images at most.`)
    }
    // One after the other: the bound on bytes is a bound on memory.
    for (const image of images) {
      if (resolved.size >= MAX_TURN_IMAGES) {
        resolved.set(image, GONE)
        continue
      }
      const found = await toFilePart(services, origin, image, left).catch((error: unknown) => {
        if (isLast || !isAppError(error)) throw error
        return { part: GONE, size: 0 }
      })
      left -= found.size
      resolved.set(image, found.part)
    }
  }
  return resolved
}

async function toFilePart(services: Services, origin: string, part: StoredPart, left: number) {
  if (left <= 0) throw new AppError('invalid', 'The images of this message are too large together.')
  const image = await resolveImagePart(services, origin, String(part.url))
  if (image.kind === 'url') return { part: { ...part, url: image.url }, size: 0 }
  const { data, mediaType } = image
  const url = `data:${mediaType};base64,${data.toString('base64')}`
  return { part: { ...part, mediaType, url }, size: data.byteLength }
}
