import type { MessagePart } from '#db/entities/message.ts'
import type { EntityManager } from '#db/orm.ts'
import { type ChatMessage, messageFields } from './message-fields.ts'
import { messageImagePath } from './message-image-path.ts'
import type { OpenChat, StoredMessage } from './open-chat.ts'
import { messageBatches, readMessages, readWithoutData } from './read-messages.ts'

/** About how many bytes are read at once, and how many in all. */
const BATCH_BYTES = 4 * 1024 * 1024
const MOST_READ_BYTES = 16 * 1024 * 1024
/** What a part counts besides what it holds: a short one costs a page its frame, which is longer. */
const PART_BYTES = 200

export type NewestMessages = {
  messages: (ChatMessage & { isCut?: true })[]
  /** Whether there are messages before them. */
  hasOlder: boolean
}

/**
 * Gives the newest messages of a chat, as many as fit into so many bytes, with
 * addresses in place of data URLs; each part counts for its frame as well. The
 * last message is always there; when it alone is longer, it is cut.
 *
 * @param input.before the id of the message before which they stand, if not all count
 */
export async function newestMessages(
  em: EntityManager,
  chat: OpenChat,
  { maxBytes, before }: { maxBytes: number; before?: string | undefined },
): Promise<NewestMessages> {
  const messages: NewestMessages['messages'] = []
  let left = maxBytes
  for await (const message of fromTheEnd(em, chat, before)) {
    const parts = message.parts.map((part, index) =>
      withoutData(part, messageImagePath(chat.summary.id, message.id, index)),
    )
    const size = parts.reduce((sum, part) => sum + sizeOf(part), 0)
    if (size > left && messages.length > 0) return { messages, hasOlder: true }
    messages.unshift(size > left ? cut({ ...message, parts }, maxBytes) : { ...message, parts })
    left -= size
  }
  return { messages, hasOlder: hasMoreThan(chat, messages, before) }
}

/** The messages from the newest back; those of a large chat as long as not too much was read. */
async function* fromTheEnd(em: EntityManager, chat: OpenChat, before: string | undefined) {
  if (!chat.stored) return yield* upTo(chat.messages, before).toReversed()
  let read = 0
  for (const batch of messageBatches(upTo(chat.stored, before).toReversed(), BATCH_BYTES)) {
    const weight = batch.reduce((sum, { parts }) => sum + parts.weight, 0)
    if (read > 0 && read + weight > MOST_READ_BYTES) return
    read += weight
    for (const row of await readWithoutData(em, batch)) {
      yield { id: row.id, role: row.role, parts: row.parts, ...messageFields(row) }
    }
  }
}

function upTo<Message extends { id: string }>(messages: Message[], before: string | undefined) {
  const end = before === undefined ? -1 : messages.findIndex(({ id }) => id === before)
  return end < 0 ? messages : messages.slice(0, end)
}

function hasMoreThan(chat: OpenChat, messages: ChatMessage[], before: string | undefined): boolean {
  const all: { id: string }[] = chat.stored ?? chat.messages
  return upTo(all, before).length > messages.length
}

function withoutData(part: MessagePart, imagePath: string): MessagePart {
  const isData =
    part.type === 'file' && typeof part.url === 'string' && part.url.startsWith('data:')
  return isData ? { ...part, url: imagePath } : part
}

function sizeOf(part: MessagePart): number {
  return PART_BYTES + JSON.stringify(part).length
}

/** Keeps the beginning of a message. */
function cut(message: ChatMessage, maxBytes: number): ChatMessage & { isCut: true } {
  const parts: MessagePart[] = []
  let left = maxBytes
  for (const part of message.parts) {
    const size = sizeOf(part)
    if (size <= left) parts.push(part)
    else if (typeof part.text === 'string') parts.push({ ...part, text: cutText(part.text, left) })
    left -= size
    if (left <= 0) break
  }
  return { ...message, parts, isCut: true }
}

/** The beginning of a text, in about so many bytes, without half a character at its end. */
function cutText(text: string, bytes: number): string {
  return text.slice(0, Math.max(0, Math.floor(bytes / 2))).toWellFormed()
}

/**
 * Gives the newest messages of a chat as the model is sent them: about as many
 * bytes as a client may send, and at least those from the last message of the user on.
 */
export async function conversationOf(
  em: EntityManager,
  chat: OpenChat,
  maxBytes: number,
): Promise<Pick<ChatMessage, 'id' | 'role' | 'parts'>[]> {
  if (!chat.stored) return chat.messages
  const newest: StoredMessage[] = []
  let left = maxBytes
  let hasAsked = false
  for (const message of chat.stored.toReversed()) {
    left -= message.parts.weight
    if (left < 0 && hasAsked) break
    hasAsked ||= message.role === 'user'
    newest.unshift(message)
  }
  const rows = await readMessages(em, newest)
  return rows.map(({ id, role, parts }) => ({
    id,
    role,
    parts: JSON.parse(parts) as MessagePart[],
  }))
}
