import type { EntityManager } from '#db/orm.ts'
import { assertOwned } from '../ownership.ts'
import type { ChatSummary } from './chat-schema.ts'
import { type ChatMessage, messageFields } from './message-fields.ts'
import { type Alternatives, readAlternatives } from './read-alternatives.ts'
import { type ChatRow, readChatRows } from './read-chat-rows.ts'
import { shownMessages } from './shown-messages.ts'

/** Where the parts of a message are, and how they stand there. */
type StoredParts = {
  /** The id of their row. */
  id: string
  version: string
  /** About how many bytes of memory they take. */
  weight: number
  /** 0 when there are none. */
  length: 0 | 1
}

/** A message of a large chat, of which the contents are still to be read. */
export type StoredMessage = {
  id: string
  role: 'user' | 'assistant'
  /** The state of its row; null for a reply that is being written, whose row changes all the time. */
  version: string | null
  parts: StoredParts
}

/** A chat that may be read: with its messages, or when it is large with what tells where they are. */
export type OpenChat = {
  summary: ChatSummary
  isOwner: boolean
  /** What else stood at the places of its messages; empty unless the owner has asked for it. */
  alternatives: Alternatives
  /** Whether the chat is deleted when its tab is closed (temporary-chat.ts). */
  isTemporary: boolean
} & (
  | { messages: ChatMessage[]; stored: null }
  | {
      messages: null
      stored: StoredMessage[]
      /** Whether messages wait that come back if the reply that is being written ends without a part. */
      hasReplaced: boolean
    }
)

/**
 * Opens a chat for reading, in one query (and one more if it has branches), which gives the messages too when
 * they are short. The messages of a large chat are read after that, a few at a
 * time (read-messages.ts): each as it stood at this moment, or not at all.
 *
 * @param input.withAlternatives whether its owner is told what else stood at a message's place
 * @param input.newest how many messages, at least, the newest ones; all by default. Of
 *   the first of them, what else stood at its place is not known.
 * @param input.readPublic whether a public chat of another user is given too
 * @throws {AppError} not-found, not-owner
 */
export async function openChat(
  em: EntityManager,
  {
    chatId,
    userId,
    readPublic = false,
    withAlternatives = false,
    newest,
  }: {
    chatId: string
    userId: string | null
    readPublic?: boolean
    withAlternatives?: boolean
    newest?: number | undefined
  },
): Promise<OpenChat> {
  const rows = await readChatRows(em, chatId, newest)
  const [chat] = rows
  const mayRead = readPublic && chat?.visibility === 'public'
  if (!mayRead) assertOwned('chat', chat, userId)
  const { title, visibility, chatCreatedAt: createdAt } = chat
  const messages = rows.filter(isMessage)
  const isOwner = chat.userId === userId
  const opened = {
    summary: { id: chatId, title, visibility, createdAt },
    isTemporary: chat.expiresAt !== null,
    isOwner,
    alternatives:
      isOwner && withAlternatives && chat.hasBranches
        ? await readAlternatives(em, chatId, shownMessages(messages))
        : new Map<string, string[]>(),
  }
  const { alternatives } = opened
  if (messages.every(hasParts)) {
    const shown = shownMessages(messages)
    return { ...opened, messages: shown.map((row) => toMessage(row, alternatives)), stored: null }
  }
  return {
    ...opened,
    messages: null,
    stored: shownMessages(messages.map(toStored)).map(({ id, role, version, parts }) => ({
      id,
      role,
      version,
      parts,
    })),
    hasReplaced: messages.some(({ replacedBy }) => replacedBy),
  }
}

type Row = ChatRow
/** A row of a message, of which only the parts may be null. */
type MessageRow = {
  [Column in keyof Row]: Column extends 'parts' | 'replacedBy' | 'errorKind' | 'model' | 'usage'
    ? Row[Column]
    : NonNullable<Row[Column]>
}

function isMessage(row: Row): row is MessageRow {
  return row.id !== null
}

function hasParts<R extends MessageRow>(row: R): row is R & { parts: NonNullable<R['parts']> } {
  return row.parts !== null
}

function toMessage(
  row: MessageRow & { parts: ChatMessage['parts'] },
  alternatives: Alternatives,
): ChatMessage {
  const { id, role, parts } = row
  return { id, role, parts, ...messageFields(row, alternatives) }
}

function toStored({
  id,
  position,
  replacedBy,
  role,
  status,
  version,
  weight,
  hasParts,
}: MessageRow) {
  const length = hasParts ? (1 as const) : (0 as const)
  return {
    id,
    position,
    replacedBy,
    role,
    status,
    version: status === 'streaming' ? null : version,
    parts: { id, version, weight, length },
  }
}
