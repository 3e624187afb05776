import type { ErrorKind, MessagePart, MessageStatus } from '#db/entities/message.ts'

export type { ErrorKind, MessagePart }

/** A message as the page holds it. The status is left out when it is `complete`. */
export type PageMessage = {
  id: string
  role: 'user' | 'assistant'
  parts: MessagePart[]
  status?: MessageStatus
  /** Of a reply that has failed. */
  errorKind?: ErrorKind
  /** Whether it is longer than a page shows, so that its end is left out. */
  isCut?: boolean
}

/** A message as it is sent to the page: as a short array when it is plain text, which most are. */
export type PackedMessage = [id: string, role: PageMessage['role'], text: string] | PageMessage

/** Packs a message, which makes a page with hundreds of them a third smaller. */
export function packMessage(message: PageMessage): PackedMessage {
  const [part, ...others] = message.parts
  const text =
    part?.type === 'text' && others.length === 0 && !message.isCut ? part.text : undefined
  return typeof text === 'string' && !message.status ? [message.id, message.role, text] : message
}

/** Restores a message that {@link packMessage} has packed. */
export function unpackMessage(message: PackedMessage): PageMessage {
  if (!Array.isArray(message)) return message
  const [id, role, text] = message
  return { id, role, parts: [{ type: 'text', text }] }
}
