import { v5 as uuidv5, validate } from 'uuid'

/**
 * The stored id of a client's message id: a UUID stays (in lower case), any
 * other id becomes the UUIDv5 with the chat id as namespace, so that a retry
 * maps to the same row (docs/interface.md, "Message ids").
 */
export function toMessageId(chatId: string, clientId: string): string {
  return validate(clientId) ? clientId.toLowerCase() : uuidv5(clientId.toWellFormed(), chatId)
}
