import { v5 as uuidv5, validate } from 'uuid'
import { jsonRows } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { toStorableText } from '../storable-text.ts'
import { storageFull } from '../storage-full.ts'
import type { ImportedChat, ImportResult } from './import-schema.ts'
import { documentIds, insertVersions, renameDocuments, versionRows } from './imported-documents.ts'
import { storableTime } from './storable-time.ts'
import { toStoredParts } from './to-stored-parts.ts'

const UNTITLED = 'Imported chat'

type MessageRow = {
  id: string
  position: number
  role: string
  parts: unknown
  model: string | null
  time: string
}

/**
 * Brings in chats of the user from elsewhere, each in a transaction of its own. The
 * same chat is brought in once: its id here follows from the user and the id that it
 * had. A chat that the user has under that very id is not doubled either.
 *
 * @returns what became of each; one for which there is no room is refused, and the rest is tried
 */
export async function importChats(
  em: EntityManager,
  { userId, chats }: { userId: string; chats: ImportedChat[] },
): Promise<ImportResult[]> {
  const results: ImportResult[] = []
  for (const chat of chats) results.push(await importChat(em, userId, chat))
  return results
}

async function importChat(
  em: EntityManager,
  userId: string,
  chat: ImportedChat,
): Promise<ImportResult> {
  const { id } = chat
  // The user's id is the namespace, so that nobody else can take this one.
  const chatId = uuidv5(id.toWellFormed(), userId)
  const ids = documentIds(chat, userId)
  const messages = toRows(chat, chatId, ids)
  if (messages.length === 0) {
    return { id, chatId, status: 'refused', detail: 'There are no messages in this chat.' }
  }
  const own = await findOwn(em, userId, id)
  if (own) return { id, chatId: own, status: 'known' }
  try {
    const isNew = await em.transactional((tx) =>
      insertChat(tx, { userId, chatId, chat, messages, ids }),
    )
    return { id, chatId, status: isNew ? 'imported' : 'known' }
  } catch (error) {
    const full = storageFull(error)
    if (!full) throw error
    return { id, chatId, status: 'refused', detail: full.message }
  }
}

/** A chat of the user that was exported here. */
async function findOwn(em: EntityManager, userId: string, id: string): Promise<string | null> {
  if (!validate(id)) return null
  const own = await kysely(em)
    .selectFrom('Chat')
    .select('id')
    .where('id', '=', id.toLowerCase())
    .where('userId', '=', userId)
    .executeTakeFirst()
  return own?.id ?? null
}

/** A message that is stored, and the id that it had. */
type NewMessage = { oldId: string | undefined; row: MessageRow }

type NewChat = {
  userId: string
  chatId: string
  chat: ImportedChat
  messages: NewMessage[]
  /** Of its documents. */
  ids: Map<string, string>
}

/** @returns false when the chat is there already */
async function insertChat(
  tx: EntityManager,
  { userId, chatId, chat, messages, ids }: NewChat,
): Promise<boolean> {
  const title = toStorableText(chat.title).trim() || UNTITLED
  const inserted = await kysely(tx)
    .insertInto('Chat')
    .values({
      id: chatId,
      userId,
      title,
      titleSource: 'user',
      createdAt: storableTime(chat.createdAt),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  await insertMessages(tx, { chatId, messages: messages.map(({ row }) => row) })
  const versions = versionRows(chat.documents ?? [], ids)
  if (versions.length > 0) await insertVersions(tx, { userId, chatId, versions })
  const votes = voteRows(chat, messages)
  if (votes.length > 0) {
    await kysely(tx)
      .insertInto('Vote')
      .values(votes.map((vote) => ({ chatId, ...vote })))
      .execute()
  }
  return true
}

/** The last vote of each reply. */
function voteRows({ votes = [] }: ImportedChat, messages: NewMessage[]) {
  const replies = messages.filter(({ row }) => row.role === 'assistant')
  const idOf = new Map(replies.map(({ oldId, row }) => [oldId, row.id]))
  const byId = new Map(votes.map(({ messageId, isUpvoted }) => [idOf.get(messageId), isUpvoted]))
  return [...byId].flatMap(([messageId, isUpvoted]) => (messageId ? { messageId, isUpvoted } : []))
}

const COLUMNS = {
  id: 'uuid',
  position: 'int',
  role: 'text',
  parts: 'jsonb',
  model: 'text',
  time: 'text',
} as const

/** In one statement, however many there are. */
const insertMessages = prepared((db, p: { chatId: string; messages: MessageRow[] }) =>
  db
    .insertInto('Message')
    .columns(['id', 'chatId', 'position', 'role', 'parts', 'status', 'model', 'createdAt'])
    .expression((from) =>
      from
        .selectFrom(jsonRows(p.messages, 'row', COLUMNS))
        .select(({ ref, val, cast }) => [
          ref('row.id').as('id'),
          cast<string>(val(p.chatId), 'uuid').as('chatId'),
          ref('row.position').as('position'),
          ref('row.role').as('role'),
          ref('row.parts').as('parts'),
          val('complete').as('status'),
          ref('row.model').as('model'),
          cast<string>(ref('row.time'), 'timestamptz').as('createdAt'),
        ]),
    ),
)

function toRows(
  { messages, createdAt }: ImportedChat,
  chatId: string,
  ids: Map<string, string>,
): NewMessage[] {
  return messages
    .map((message) => ({ message, parts: toStoredParts(message) }))
    .filter(({ parts }) => parts.length > 0)
    .map(({ message, parts }, position) => ({
      oldId: message.id,
      row: {
        id: uuidv5(`${position} ${message.id ?? ''}`.toWellFormed(), chatId),
        position,
        role: message.role,
        parts: parts.map((part) => renameDocuments(part, ids)),
        model: message.model ? toStorableText(message.model) : null,
        time: storableTime(message.createdAt ?? createdAt),
      },
    }))
}
