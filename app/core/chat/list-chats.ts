import type { Expression, Kysely } from 'kysely'
import { type Database, kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { AppError } from '../app-error.ts'
import { searchQuery } from './search-query.ts'
import { CHAT_SUMMARY_COLUMNS, type ChatSummary } from './update-chat.ts'

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

type Direction = 'asc' | 'desc'

/** One chat more than the page holds, which tells whether another page follows. */
function selectPage(
  db: Kysely<Database>,
  { userId, limit }: { userId: string; limit: number },
  direction: Direction,
) {
  return db
    .selectFrom('Chat')
    .select(CHAT_SUMMARY_COLUMNS)
    .where('userId', '=', userId)
    .orderBy('createdAt', direction)
    .orderBy('id', direction)
    .limit(limit)
}

/** The page that is asked for most: that of the sidebar. */
const selectNewestPage = prepared((db, p: { userId: string; limit: number }) =>
  selectPage(db, p, 'desc'),
)

/**
 * Lists the user's chats, newest first, a page at a time by cursor; with `q`
 * those of which the title, a message or the present version of a document
 * written in them holds all the words.
 *
 * @throws {AppError} not-found when the cursor is not a chat of the user
 */
export async function listChats(em: EntityManager, input: Input): Promise<ChatPage> {
  const { limit, starting_after, ending_before, q } = input
  const isNewest = !starting_after && !ending_before && !q
  const page = { userId: input.userId, limit: limit + 1 }
  const rows = isNewest ? await selectNewestPage(em, page) : await selectAnyPage(em, input, page)
  const chats = rows.slice(0, limit)
  return { chats: starting_after ? chats.reverse() : chats, hasMore: rows.length > limit }
}

async function selectAnyPage(
  em: EntityManager,
  input: Input,
  page: { userId: string; limit: number },
): Promise<ChatSummary[]> {
  const db = kysely(em)
  const cursor = await findCursor(db, input)
  const isNewer = input.starting_after !== undefined
  let query = selectPage(db, page, isNewer ? 'asc' : 'desc')
  if (cursor) {
    query = query.where(({ eb, refTuple, tuple }) =>
      eb(refTuple('createdAt', 'id'), isNewer ? '>' : '<', tuple(cursor.createdAt, cursor.id)),
    )
  }
  if (input.q) {
    query = query.where('id', 'in', chatIdsWithWords(db, page.userId, searchQuery(input.q)))
  }
  return query.execute()
}

/** The place in the history from which a page goes on; none for the first page. */
async function findCursor(
  db: Kysely<Database>,
  { userId, ending_before, starting_after }: Input,
): Promise<{ id: string; createdAt: string } | undefined> {
  const id = ending_before ?? starting_after
  if (!id) return undefined
  const cursor = await db
    .selectFrom('Chat')
    .select(['id', 'createdAt'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!cursor) throw new AppError('not-found', 'The cursor is not one of your chats.')
  return cursor
}

/**
 * One branch for each place where the words may be, each with an index of its
 * own; the planner weighs it against the user's own rows. A document belongs
 * to the chat that wrote one of its versions, also when the user has edited it
 * since.
 */
function chatIdsWithWords(db: Kysely<Database>, userId: string, words: Expression<string>) {
  const inTitles = db
    .selectFrom('Chat')
    .select('Chat.id as chatId')
    .where('Chat.userId', '=', userId)
    .where('Chat.search', '@@', words)
  const inMessages = db
    .selectFrom('Message')
    .innerJoin('Chat', 'Chat.id', 'Message.chatId')
    .select('Message.chatId')
    .where('Chat.userId', '=', userId)
    .where('Message.status', '<>', 'streaming')
    .where('Message.search', '@@', words)
  const inDocuments = db
    .selectFrom('Document')
    .innerJoin('Document as written', 'written.id', 'Document.id')
    .select('written.chatId')
    .where('Document.userId', '=', userId)
    .where('Document.chatId', 'is not', null)
    .where('Document.search', '@@', words)
    .where('Document.createdAt', '=', (eb) =>
      eb
        .selectFrom('Document as version')
        .select(({ fn }) => fn.max('version.createdAt').as('newest'))
        .whereRef('version.id', '=', 'Document.id'),
    )
    .where('written.chatId', 'is not', null)
    .$narrowType<{ chatId: string }>()
  return inTitles.union(inMessages).union(inDocuments)
}
