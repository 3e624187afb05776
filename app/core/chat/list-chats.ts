import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import { type SearchQuery, searchQuery } from './search-query.ts'
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
  /** Words to look for; see {@link searchQuery}. Empty: all chats. */
  q?: string | undefined
}

type Row = Parameters<typeof toChatSummary>[0]
type Condition = { sql: string; params: string[] }

const ALL: Condition = { sql: '', params: [] }

/**
 * Lists the user's chats, newest first, a page at a time by cursor; with `q`
 * those of which the title, a message or the present version of a document
 * written in them holds all the words.
 *
 * @throws {AppError} not-found when the cursor is not a chat of the user
 */
export async function listChats(em: EntityManager, input: Input): Promise<ChatPage> {
  const { userId, limit } = input
  const newer = input.starting_after !== undefined
  const direction = newer ? 'asc' : 'desc'
  const beyond = await beyondCursor(em, input, newer)
  const found = input.q ? matches(userId, searchQuery(input.q)) : ALL
  const rows = await em.execute<Row[]>(
    `select c.id, c.title, c.visibility, c.created_at from chat c
      where c.user_id = ? ${beyond.sql} ${found.sql}
      order by c.created_at ${direction}, c.id ${direction}
      limit ?`,
    [userId, ...beyond.params, ...found.params, limit + 1],
  )
  const page = rows.slice(0, limit).map(toChatSummary)
  return { chats: newer ? page.reverse() : page, hasMore: rows.length > limit }
}

async function beyondCursor(
  em: EntityManager,
  { userId, ending_before, starting_after }: Input,
  newer: boolean,
): Promise<Condition> {
  const cursor = ending_before ?? starting_after
  if (!cursor) return ALL
  const [row] = await em.execute<{ created_at: string }[]>(
    'select created_at from chat where id = ? and user_id = ?',
    [cursor, userId],
  )
  if (!row) throw new AppError('not-found', 'The cursor is not one of your chats.')
  const sql = `and (c.created_at, c.id) ${newer ? '>' : '<'} (?, ?)`
  return { sql, params: [row.created_at, cursor] }
}

/**
 * One arm for each place where the words may be, each with an index of its
 * own; the planner weighs it against the user's own rows. A document belongs
 * to the chat that wrote one of its versions, also when the user has edited it
 * since.
 */
function matches(userId: string, query: SearchQuery): Condition {
  return {
    sql: `and c.id in (
        select t.id from chat t where t.user_id = ? and t.search @@ ${query.sql}
        union
        select m.chat_id from message m join chat o on o.id = m.chat_id
         where o.user_id = ? and m.status <> 'streaming' and m.search @@ ${query.sql}
        union
        select w.chat_id from document d join document w on w.id = d.id
         where d.user_id = ? and d.chat_id is not null and d.search @@ ${query.sql}
           and d.created_at = (select max(n.created_at) from document n where n.id = d.id)
           and w.chat_id is not null)`,
    params: [userId, ...query.params, userId, ...query.params, userId, ...query.params],
  }
}
