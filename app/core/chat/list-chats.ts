import { expressionBuilder, type Kysely } from 'kysely'
import { type Database, kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { compiled, prepared } from '#db/prepared.ts'
import { AppError } from '../app-error.ts'
import { LISTED_CHAT_COLUMNS, type ListedChat } from './chat-schema.ts'
import { runSearch } from './run-search.ts'
import { parseSearch, type Search, type SearchShape, searchQuery } from './search-query.ts'

export type ChatPage = { chats: ListedChat[]; hasMore: boolean }

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
  /** Whether the archived chats are listed, or the others; by default the others, and both in a search. */
  archived?: boolean | undefined
}

/** Which chats a page lists, by whether they are archived. */
type Shelf = 'listed' | 'archived' | 'both'

/** Where a page begins: with the newest chat, or at a cursor, which is a chat. */
type PageStart = 'newest' | 'older-than-cursor' | 'newer-than-cursor'

type PageParameters = {
  userId: string
  limit: number
  cursor: string
  cursorCreatedAt: string
} & Search

/**
 * Pages differ in where they begin, in the form of their search, and in whether
 * they list archived chats: each kind is a statement that is made when it is
 * first asked for.
 */
const statements = new Map<string, ReturnType<typeof makeStatement>>()

function makeStatement(start: PageStart, shelf: Shelf, searchShape: SearchShape | null) {
  const isNewer = start === 'newer-than-cursor'
  const direction = isNewer ? 'asc' : 'desc'
  const make = searchShape ? compiled : prepared
  return make((db, p: PageParameters) => {
    let page = db
      .selectFrom('Chat')
      .select(LISTED_CHAT_COLUMNS)
      .where('userId', '=', p.userId)
      .where('expiresAt', 'is', null)
      .orderBy('createdAt', direction)
      .orderBy('id', direction)
      .limit(p.limit)
    if (shelf === 'listed') page = page.where('archivedAt', 'is', null)
    if (shelf === 'archived') page = page.where('archivedAt', 'is not', null)
    if (start !== 'newest') {
      page = page.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('createdAt', 'id'), isNewer ? '>' : '<', tuple(p.cursorCreatedAt, p.cursor)),
      )
    }
    return searchShape ? page.where('id', 'in', chatIdsWithWords(db, p, searchShape)) : page
  })
}

/**
 * Lists the user's chats, newest first, a page at a time by cursor; with `q`
 * those of which the title, a message or the present version of a document
 * written in them holds all the words. A temporary chat is in no list.
 *
 * @throws {AppError} not-found when the cursor is not a chat of the user, unavailable
 *   when too many searches wait, or this one takes too long
 */
export async function listChats(em: EntityManager, input: Input): Promise<ChatPage> {
  const { userId, limit, starting_after, ending_before, q } = input
  const start = startOf(input)
  const cursor = starting_after ?? ending_before ?? ''
  const search = parseSearch(q ?? '')
  const searchShape = q ? search.shape : null

  const shelf = shelfOf(input)
  const kind = `${start} ${shelf} ${searchShape}`
  const selectPage = statements.get(kind) ?? makeStatement(start, shelf, searchShape)
  statements.set(kind, selectPage)
  const parameters = {
    userId,
    // One chat more than the page holds tells whether another page follows.
    limit: limit + 1,
    cursor,
    cursorCreatedAt: cursor && (await findCreatedAt(em, userId, cursor)),
    ...search,
  }
  const rows = searchShape
    ? await runSearch(em, userId, (tx) => selectPage(tx, parameters))
    : await selectPage(em, parameters)
  const chats = rows.slice(0, limit)
  return { chats: starting_after ? chats.reverse() : chats, hasMore: rows.length > limit }
}

function startOf({ starting_after, ending_before }: Input): PageStart {
  if (starting_after) return 'newer-than-cursor'
  return ending_before ? 'older-than-cursor' : 'newest'
}

function shelfOf({ archived, q }: Input): Shelf {
  if (archived === undefined && q) return 'both'
  return archived ? 'archived' : 'listed'
}

async function findCreatedAt(em: EntityManager, userId: string, cursor: string): Promise<string> {
  const chat = await kysely(em)
    .selectFrom('Chat')
    .select('createdAt')
    .where('id', '=', cursor)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!chat) throw new AppError('not-found', 'The cursor is not one of your chats.')
  return chat.createdAt
}

/**
 * One branch for each place where the words may be, each with an index of its
 * own; the planner weighs it against the user's own rows. A document belongs
 * to the chat that wrote one of its versions, also when the user has edited it
 * since.
 */
function chatIdsWithWords(db: Kysely<Database>, p: PageParameters, shape: SearchShape) {
  const words = searchQuery(expressionBuilder<Database, never>(), p, shape)
  const inTitles = db
    .selectFrom('Chat')
    .select('Chat.id as chatId')
    .where('Chat.userId', '=', p.userId)
    .where('Chat.search', '@@', words)
  const inMessages = db
    .selectFrom('Message')
    .innerJoin('Chat', 'Chat.id', 'Message.chatId')
    .select('Message.chatId')
    .where('Chat.userId', '=', p.userId)
    .where('Message.status', '<>', 'streaming')
    .where('Message.replacedBy', 'is', null)
    .where('Message.search', '@@', words)
  const inDocuments = db
    .selectFrom('DocumentSummary')
    .innerJoin('Document as written', 'written.id', 'DocumentSummary.id')
    .select('written.chatId')
    .where('DocumentSummary.userId', '=', p.userId)
    .where('DocumentSummary.deletedAt', 'is', null)
    .where('DocumentSummary.search', '@@', words)
    .where('written.chatId', 'is not', null)
    .$narrowType<{ chatId: string }>()
  return inTitles.union(inMessages).union(inDocuments)
}
