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
  /** Whether there are messages after them. */
  hasNewer: boolean
}

/** Which messages of a chat are wanted; an id that is not in the conversation counts as none. */
export type MessageWindow = {
  /** The id of the message before which they stand. */
  before?: string | undefined
  /** The id of a message up to which they go back, however many that are. */
  through?: string | undefined
  /** The id of a message that is to be among them. */
  message?: string | undefined
  /** Whether all of them are wanted, from the first one on. */
  whole?: boolean | undefined
}

/** Messages of a page, and so many that one which is asked for may be above the newest ones of them. */
const PAGE_MESSAGES = 50
const MOST_ABOVE = 200

/**
 * How many messages have to be opened for a page of the newest ones: one that has
 * failed may be left out, and one more tells that there are older ones.
 */
export const OPENED_FOR_PAGE = PAGE_MESSAGES + 2

/**
 * Gives the newest messages of a chat, 50 or as many as are asked for, if they
 * fit into so many bytes, with addresses in place of data URLs; each part counts
 * for its frame as well. The last message is always there; when it alone is
 * longer, it is cut.
 */
export async function newestMessages(
  em: EntityManager,
  chat: OpenChat,
  { maxBytes, ...wanted }: { maxBytes: number } & MessageWindow,
): Promise<NewestMessages> {
  const all: { id: string }[] = chat.stored ?? chat.messages
  const { from, end } = boundsOf(all, wanted)
  const messages: NewestMessages['messages'] = []
  let left = maxBytes
  for await (const message of fromTheEnd(em, chat, { from, end })) {
    const parts = message.parts.map((part, index) =>
      withoutData(part, messageImagePath(chat.summary.id, message.id, index)),
    )
    const size = parts.reduce((sum, part) => sum + sizeOf(part), 0)
    if (size > left && messages.length > 0) break
    messages.unshift(size > left ? cut({ ...message, parts }, maxBytes) : { ...message, parts })
    left -= size
  }
  return { messages, hasOlder: messages.length < end, hasNewer: end < all.length }
}

/** Where the messages begin, if they fit, and where they end. */
function boundsOf(all: { id: string }[], { before, through, message, whole }: MessageWindow) {
  const indexOf = (id: string | undefined) =>
    id === undefined ? -1 : all.findIndex((each) => each.id === id)
  const atEnd = indexOf(before)
  let end = atEnd > 0 ? atEnd : all.length
  let first = indexOf(through)
  const looked = indexOf(message)
  if (looked >= 0 && looked >= all.length - MOST_ABOVE) first = looked
  else if (looked >= 0) end = looked + PAGE_MESSAGES / 2
  if (whole) return { from: 0, end }
  const newest = Math.max(0, end - PAGE_MESSAGES)
  return { from: first < 0 ? newest : Math.min(first, newest), end }
}

/** The messages from the newest back; those of a large chat as long as not too much was read. */
async function* fromTheEnd(
  em: EntityManager,
  chat: OpenChat,
  { from, end }: { from: number; end: number },
) {
  if (!chat.stored) return yield* chat.messages.slice(from, end).toReversed()
  let read = 0
  for (const batch of messageBatches(chat.stored.slice(from, end).toReversed(), BATCH_BYTES)) {
    const weight = batch.reduce((sum, { parts }) => sum + parts.weight, 0)
    if (read > 0 && read + weight > MOST_READ_BYTES) return
    read += weight
    for (const row of await readWithoutData(em, batch)) {
      yield {
        id: row.id,
        role: row.role,
        parts: row.parts,
        ...messageFields(row, chat.alternatives),
      }
    }
  }
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
