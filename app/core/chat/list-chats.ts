import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import { type ChatSummary, toChatSummary } from './update-chat.ts'

export type ChatPage = { chats: ChatSummary[]; hasMore: boolean }

type Input = {
  userId: string
  /** Chats at most. */
  limit: number
  /** A chat id: the page of chats older than it (the next page). */
  ending_before?: string | undefined
  /** A chat id: the page of chats newer than it (the previous page). */
  starting_after?: string | undefined
}

type Row = Parameters<typeof toChatSummary>[0]

/**
 * Lists the user's chats, newest first, a page at a time by cursor.
 *
 * @throws {AppError} not-found when the cursor is not a chat of the user
 */
export async function listChats(em: EntityManager, input: Input): Promise<ChatPage> {
  const { userId, limit } = input
  const cursor = input.ending_before ?? input.starting_after
  const newer = input.starting_after !== undefined
  const at = cursor ? await findCursor(em, userId, cursor) : undefined
  const rows = await em.execute<Row[]>(
    `select id, title, visibility, created_at from chat
      where user_id = ? ${at ? `and (created_at, id) ${newer ? '>' : '<'} (?, ?)` : ''}
      order by created_at ${newer ? 'asc' : 'desc'}, id ${newer ? 'asc' : 'desc'}
      limit ?`,
    [userId, ...(at ? [at, cursor] : []), limit + 1],
  )
  const page = rows.slice(0, limit).map(toChatSummary)
  return { chats: newer ? page.reverse() : page, hasMore: rows.length > limit }
}

async function findCursor(em: EntityManager, userId: string, chatId: string): Promise<string> {
  const [row] = await em.execute<{ created_at: string }[]>(
    'select created_at from chat where id = ? and user_id = ?',
    [chatId, userId],
  )
  if (!row) throw new AppError('not-found', 'The cursor is not one of your chats.')
  return row.created_at
}
