import { convertToModelMessages, type ModelMessage, type UIMessage } from 'ai'
import type { StoredPart } from '#db/entities/message.ts'
import { AppError } from '../app-error.ts'
import type { Parts } from '../parts.server.ts'
import { resolveImagePart } from '../uploads/resolve-image.ts'
import type { ConversationMessage } from './normalise-messages.ts'

/** Images of a history that are given to the model; each may be 5 MB. */
const MAX_IMAGES = 20

/**
 * Turns a conversation into what the model is given. Images of our own store
 * go as bytes; a public https image goes as its URL, which the provider reads.
 * Reasoning of earlier replies is left out: providers want it signed or not at all.
 *
 * @throws {AppError} invalid for an image that cannot be used
 */
export async function toModelMessages(
  parts: Parts,
  origin: string,
  conversation: ConversationMessage[],
): Promise<ModelMessage[]> {
  const images = conversation.flatMap((message) => message.parts).filter(isFile)
  if (images.length > MAX_IMAGES) {
    throw new AppError('invalid', `The conversation holds more than ${MAX_IMAGES} images.`)
  }
  const resolved = new Map(
    await Promise.all(
      images.map(async (part) => [part, await toFilePart(parts, origin, part)] as const),
    ),
  )
  const messages = conversation.map(({ role, parts: own }) => ({
    role,
    parts: own.filter(({ type }) => type !== 'reasoning').map((part) => resolved.get(part) ?? part),
  }))
  return convertToModelMessages(messages as Omit<UIMessage, 'id'>[], {
    ignoreIncompleteToolCalls: true,
  })
}

function isFile(part: StoredPart): boolean {
  return part.type === 'file'
}

async function toFilePart(parts: Parts, origin: string, part: StoredPart): Promise<StoredPart> {
  const image = await resolveImagePart(parts, origin, String(part.url))
  if (image.kind === 'url') return { ...part, url: image.url }
  const data = Buffer.from(image.data).toString('base64')
  return {
    ...part,
    mediaType: image.mediaType,
    url: `data:${image.mediaType};base64,${data}`,
  }
}
