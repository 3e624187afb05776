import { expressionBuilder } from 'kysely'
import type { DocumentKind } from '#db/entities/document.ts'
import { type Database, kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import { runSearch } from '../chat/run-search.ts'
import { parseSearch, searchQuery } from '../chat/search-query.ts'
import { type DocumentSummary, SUMMARY_COLUMNS } from './library-schema.ts'

type DocumentPage = { documents: DocumentSummary[]; hasMore: boolean }

type Input = {
  userId: string
  kind?: DocumentKind | undefined
  /** A chat id: the documents of which this chat wrote the newest version, or the one it is based on. */
  chatId?: string | undefined
  /** Words to look for in titles and contents; see {@link searchQuery}. Empty: all documents. */
  q?: string | undefined
  /** Documents at most. */
  limit: number
  /** A document id: the page of documents that changed before it did. */
  ending_before?: string | undefined
}

/**
 * Lists the user's documents, last changed first, a page at a time by cursor; with
 * `q` those of which the title or the newest content holds all the words. Deleted
 * ones are not listed.
 *
 * @throws {AppError} not-found when the cursor is not a document of the user; unavailable
 *   when too many searches wait, or this one takes too long
 */
export async function listDocuments(em: EntityManager, input: Input): Promise<DocumentPage> {
  const { userId, q, limit, ending_before } = input
  const cursor = ending_before ? await findCursor(em, userId, ending_before) : null
  const select = (tx: EntityManager) => selectPage(tx, input, cursor).execute()
  const rows = q ? await runSearch(em, userId, select) : await select(em)
  return { documents: rows.slice(0, limit), hasMore: rows.length > limit }
}

type Cursor = { id: string; updatedAt: string }

function selectPage(
  em: EntityManager,
  { userId, kind, chatId, q, limit }: Input,
  cursor: Cursor | null,
) {
  return (
    kysely(em)
      .selectFrom('DocumentSummary')
      .select(SUMMARY_COLUMNS)
      .where('userId', '=', userId)
      .where('deletedAt', 'is', null)
      .$if(kind !== undefined, (page) => page.where('kind', '=', kind as DocumentKind))
      .$if(chatId !== undefined, (page) => page.where('chatId', '=', chatId as string))
      .$if(Boolean(q), (page) => page.where('search', '@@', wordsOf(q as string)))
      .$if(cursor !== null, (page) =>
        page.where(({ eb, refTuple, tuple }) =>
          eb(refTuple('updatedAt', 'id'), '<', tuple(cursor?.updatedAt ?? '', cursor?.id ?? '')),
        ),
      )
      .orderBy('updatedAt', 'desc')
      .orderBy('id', 'desc')
      // One more than the page holds tells whether another page follows.
      .limit(limit + 1)
  )
}

function wordsOf(q: string) {
  const search = parseSearch(q)
  return searchQuery(expressionBuilder<Database, never>(), search, search.shape)
}

async function findCursor(em: EntityManager, userId: string, id: string): Promise<Cursor> {
  const found = await kysely(em)
    .selectFrom('DocumentSummary')
    .select(['id', 'updatedAt'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  if (!found) throw new AppError('not-found', 'The cursor is not one of your documents.')
  return found
}
