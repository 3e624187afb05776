import type { EntityManager } from '#db/orm.ts'
import { MAX_CHAT_BYTES } from '../chat/chat-schema.ts'
import { parseMessageImagePath } from '../chat/message-image-path.ts'
import type { ConversationMessage } from '../chat/normalise-messages.ts'
import { findMessagePart } from '../chat/read-message-image.ts'
import { MAX_TURN_IMAGES } from './resolve-conversation-images.ts'

/**
 * Puts back the data URLs for which a page has addresses (newest-messages.ts),
 * so that a message that is sent again is the one that is stored, and the model
 * sees its images. The newest come first, as many as a request could carry and
 * the model is given; what stays an address, a model is told as a missing image.
 */
export async function restoreImages(
  em: () => EntityManager,
  { chatId, userId }: { chatId: string; userId: string },
  conversation: ConversationMessage[],
): Promise<ConversationMessage[]> {
  if (!conversation.some(({ parts }) => parts.some(placeOf))) return conversation
  let left = MAX_CHAT_BYTES
  let imagesLeft = MAX_TURN_IMAGES

  async function restore(part: ConversationMessage['parts'][number]) {
    const place = placeOf(part)
    if (place?.chatId !== chatId || left <= 0 || imagesLeft <= 0) return part
    imagesLeft -= 1
    const stored = await findMessagePart(em(), { ...place, userId })
    if (stored?.type !== 'file') return part
    left -= String(stored.url).length
    return stored
  }

  const restored: ConversationMessage[] = []
  // One after the other, so that the limit on bytes also limits the memory.
  for (const message of conversation.toReversed()) {
    const parts = []
    for (const part of message.parts) parts.push(await restore(part))
    restored.unshift({ ...message, parts })
  }
  return restored
}

function placeOf({ type, url }: ConversationMessage['parts'][number]) {
  return type === 'file' && typeof url === 'string' ? parseMessageImagePath(url) : null
}
