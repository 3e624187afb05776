import { convertToModelMessages, type ModelMessage, type UIMessage } from 'ai'
import type { ConversationMessage } from '../chat/normalise-messages.ts'
import type { Services } from '../services.server.ts'
import { resolveConversationImages } from './resolve-conversation-images.ts'

/**
 * Converts a conversation to the messages that the model is sent. Reasoning of
 * earlier replies is left out: providers take it signed or not at all.
 *
 * @throws {AppError} invalid for an image that cannot be used
 */
export async function toModelMessages(
  services: Services,
  origin: string,
  conversation: ConversationMessage[],
): Promise<ModelMessage[]> {
  const images = await resolveConversationImages(services, origin, conversation)
  const messages = conversation.map(({ role, parts }) => ({
    role,
    parts: parts.filter(({ type }) => type !== 'reasoning').map((part) => images.get(part) ?? part),
  }))
  return convertToModelMessages(messages as Omit<UIMessage, 'id'>[], {
    ignoreIncompleteToolCalls: true,
  })
}
