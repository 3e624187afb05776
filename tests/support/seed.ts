import { randomUUID } from 'node:crypto'
import type { TestDatabase } from './database.ts'

/* Rows that only a reply or the worker writes, inserted directly into the database. */

/** A chat with one message of its user and one reply. */
export async function seedChat({ sql }: TestDatabase, userId: string) {
  const chatId = randomUUID()
  const [userMessageId, replyId] = [randomUUID(), randomUUID()]
  await sql('insert into chat (id, user_id, title) values ($1, $2, $3)', [chatId, userId, 'A chat'])
  await sql(
    `insert into message (id, chat_id, position, role, parts)
     values ($1, $3, 0, 'user', '[]'), ($2, $3, 1, 'assistant', '[]')`,
    [userMessageId, replyId, chatId],
  )
  return { chatId, userMessageId, replyId }
}

type SeedSuggestion = {
  version: { id: string; createdAt: string } | undefined
  userId: string
  originalText?: string
  suggestedText?: string
  startOffset?: number | null
}

/** A suggestion for a version of a document; returns its id. */
export async function seedSuggestion(
  { sql }: TestDatabase,
  {
    version,
    userId,
    originalText = 'One.',
    suggestedText = 'Two.',
    startOffset = null,
  }: SeedSuggestion,
): Promise<string> {
  if (!version) throw new Error('There is no such version.')
  const id = randomUUID()
  await sql(
    `insert into suggestion (id, document_id, document_created_at, original_text, start_offset,
                             suggested_text, user_id, request_id, position)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 0)`,
    [
      id,
      version.id,
      version.createdAt,
      originalText,
      startOffset,
      suggestedText,
      userId,
      randomUUID(),
    ],
  )
  return id
}
