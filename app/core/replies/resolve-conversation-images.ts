import type { MessagePart } from '#db/entities/message.ts'
import { AppError, isAppError } from '../app-error.ts'
import type { ConversationMessage } from '../chat/normalise-messages.ts'
import type { Services } from '../services.server.ts'
import { resolveImage } from '../uploads/resolve-image.ts'

/** Images of one message at most. */
const MAX_IMAGES = 20
/** Images of one turn at most: each may be a request to the blob store. */
export const MAX_TURN_IMAGES = 100
/** Bytes of images that one turn sends to the model, and holds in memory, at most. */
const MAX_TOTAL_BYTES = 40 * 1024 * 1024

/** What the model is told instead of an image of an earlier message that cannot be sent. */
const UNAVAILABLE_IMAGE: MessagePart = {
  type: 'text',
  text: '[An image that is no longer available.]',
}

/**
 * Finds what the model is sent for each image of a conversation, the newest
 * first: the bytes of an image of our own store, the URL of a public one
 * (docs/interface.md, "Images in messages"). An image of the last message must
 * be usable. One of an earlier message that was deleted, or that is over a
 * limit, is replaced by a note, so that an old chat can always go on.
 *
 * @returns by image part, the part to send instead
 * @throws {AppError} invalid for an image of the last message
 */
export async function resolveConversationImages(
  services: Services,
  origin: string,
  conversation: ConversationMessage[],
): Promise<Map<MessagePart, MessagePart>> {
  const resolved = new Map<MessagePart, MessagePart>()
  let bytesLeft = MAX_TOTAL_BYTES
  for (const message of conversation.toReversed()) {
    const isLast = message === conversation.at(-1)
    const images = message.parts.filter(({ type }) => type === 'file')
    if (isLast && images.length > MAX_IMAGES) {
      throw new AppError('invalid', `A message may hold ${MAX_IMAGES} images at most.`)
    }
    // One after the other, so that the limit on bytes also limits the memory.
    for (const image of images) {
      if (resolved.size >= MAX_TURN_IMAGES) {
        resolved.set(image, UNAVAILABLE_IMAGE)
        continue
      }
      const found = await toFilePart(services, origin, image, bytesLeft).catch((error: unknown) => {
        if (isLast || !isAppError(error)) throw error
        return { part: UNAVAILABLE_IMAGE, size: 0 }
      })
      bytesLeft -= found.size
      resolved.set(image, found.part)
    }
  }
  return resolved
}

async function toFilePart(
  services: Services,
  origin: string,
  part: MessagePart,
  bytesLeft: number,
) {
  if (bytesLeft <= 0)
    throw new AppError('invalid', 'The images of this message are too large together.')
  const image = await resolveImage(services, origin, String(part.url))
  if (image.kind === 'url') return { part: { ...part, url: image.url }, size: 0 }
  const { bytes, mediaType } = image
  const url = `data:${mediaType};base64,${bytes.toString('base64')}`
  return { part: { ...part, mediaType, url }, size: bytes.byteLength }
}
