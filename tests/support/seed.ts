import { randomUUID } from 'node:crypto'
import type { Parts } from '#core/parts.server.ts'
import type { EntityManager } from '#db/orm.ts'

/** Rows that only a reply or the worker writes, put straight into the database. */

type Db = Pick<Parts, 'orm'>

const fork = ({ orm }: Db): EntityManager => orm.em.fork()

/** A chat with one message of its user and one reply. */
export async function seedChat(parts: Db, userId: string) {
  const chatId = randomUUID()
  const [userMessageId, replyId] = [randomUUID(), randomUUID()]
  await fork(parts).execute('insert into chat (id, user_id, title) values (?, ?, ?)', [
    chatId,
    userId,
    'A chat',
  ])
  await fork(parts).execute(
    `insert into message (id, chat_id, position, role, parts)
     values (?, ?, 0, 'user', '[]'), (?, ?, 1, 'assistant', '[]')`,
    [userMessageId, chatId, replyId, chatId],
  )
  return { chatId, userMessageId, replyId }
}

type SeedSuggestion = {
  version: { id: string; createdAt: string } | undefined
  userId: string
  originalText?: string
  suggestedText?: string
}

/** A suggestion for a version of a document; returns its id. */
export async function seedSuggestion(
  parts: Db,
  { version, userId, originalText = 'One.', suggestedText = 'Two.' }: SeedSuggestion,
): Promise<string> {
  if (!version) throw new Error('There is no such version.')
  const id = randomUUID()
  await fork(parts).execute(
    `insert into suggestion (id, document_id, document_created_at, original_text, suggested_text,
                             user_id, request_id, position)
     values (?, ?, ?, ?, ?, ?, ?, 0)`,
    [id, version.id, version.createdAt, originalText, suggestedText, userId, randomUUID()],
  )
  return id
}
