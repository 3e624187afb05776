import type { MessageStatus } from '#db/entities/message.ts'

export type { MessageStatus }

/** One part of a message, in the AI SDK's UI message form. */
export type MessagePart = { type: string; [key: string]: unknown }

/** A message as the page holds it; a status is only named where it is not `complete`. */
export type PageMessage = {
  id: string
  role: 'user' | 'assistant'
  parts: MessagePart[]
  status?: MessageStatus
}

/** A message on its way to the page: a plain one, which most are, as a short row. */
export type PackedMessage = [id: string, role: PageMessage['role'], text: string] | PageMessage

/** Packs a message: a page of hundreds is a third smaller so. */
export function packMessage(message: PageMessage): PackedMessage {
  const [part, ...others] = message.parts
  const plain = part?.type === 'text' && others.length === 0 && !message.status
  return plain ? [message.id, message.role, String(part.text)] : message
}

/** Undoes {@link packMessage}. */
export function unpackMessage(message: PackedMessage): PageMessage {
  if (!Array.isArray(message)) return message
  const [id, role, text] = message
  return { id, role, parts: [{ type: 'text', text }] }
}
