import { expressionBuilder, type Kysely } from 'kysely'
import { messageText } from '#db/expressions.ts'
import { type Database, kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { runSearch } from '../chat/run-search.ts'
import { parseSearch, searchQuery } from '../chat/search-query.ts'
import { makeSnippet, wordPattern } from './make-snippet.ts'
import type { SearchResult } from './search-schema.ts'
import { withoutMarks } from './without-marks.ts'

/** Characters of a text in which a snippet is looked for: those that are indexed. */
const CHARACTERS = 50_000
/** Bytes of a message that is read for its snippet; a larger one is named without. */
const MOST_BYTES = 1024 * 1024

type Input = {
  userId: string
  /** Words to look for; see {@link searchQuery}. */
  q: string
  /** Results of each kind at most. */
  limit: number
}

type Hit = {
  kind: SearchResult['kind']
  id: string
  chat: string | null
  title: string
  time: string
}

/** Single words: they are the same as names of properties and of columns. */
const COLUMNS = ['kind', 'id', 'chat', 'title', 'time'] as const

/**
 * Finds titles of chats, messages and documents of the user that hold all the words,
 * with the place where they are. It takes its turn with the other searches, and the
 * time that they may take (docs/decisions/0011-search.md).
 *
 * @throws {AppError} unavailable when too many searches wait, or this one takes too long
 */
export async function searchEverything(em: EntityManager, input: Input): Promise<SearchResult[]> {
  const { hits, texts } = await runSearch(em, input.userId, async (tx) => {
    const hits = await selectHits(kysely(tx), input).execute()
    return { hits, texts: await readTexts(tx, hits) }
  })
  const pattern = wordPattern(input.q)
  return hits.map(({ kind, id, chat: chatId, title, time: createdAt }) => {
    const hit = { kind, chatId, title, createdAt }
    const text = kind === 'chat' ? title : texts.get(id)
    const snippet = text ? makeSnippet(text, pattern) : []
    if (kind === 'message') return { ...hit, messageId: id, snippet }
    return kind === 'document' ? { ...hit, documentId: id, snippet } : { ...hit, snippet }
  })
}

/** One statement, so that all of it has the time of one search. Each branch has an index of its own. */
function selectHits(db: Kysely<Database>, { userId, q, limit }: Input) {
  const search = parseSearch(q)
  const words = searchQuery(expressionBuilder<Database, never>(), search, search.shape)
  const titles = db
    .selectFrom('Chat')
    .select(({ val }) => [val<Hit['kind']>('chat').as('kind'), 'Chat.id'])
    .select(({ ref }) => ref('Chat.id').$castTo<string | null>().as('chat'))
    .select(['Chat.title', 'Chat.createdAt as time'])
    .where('Chat.userId', '=', userId)
    .where('Chat.expiresAt', 'is', null)
    .where('Chat.search', '@@', words)
    .orderBy('Chat.createdAt', 'desc')
    .limit(limit)
  const messages = db
    .selectFrom('Message')
    .innerJoin('Chat', 'Chat.id', 'Message.chatId')
    .select(({ val }) => [val<Hit['kind']>('message').as('kind'), 'Message.id'])
    .select(({ ref }) => ref('Message.chatId').$castTo<string | null>().as('chat'))
    .select(['Chat.title', 'Message.createdAt as time'])
    .where('Chat.userId', '=', userId)
    .where('Chat.expiresAt', 'is', null)
    .where('Message.status', '<>', 'streaming')
    .where('Message.replacedBy', 'is', null)
    .where('Message.search', '@@', words)
    .orderBy('Message.createdAt', 'desc')
    .limit(limit)
  const documents = db
    .selectFrom('DocumentSummary')
    .select(({ val }) => [val<Hit['kind']>('document').as('kind'), 'id', 'chatId as chat', 'title'])
    .select('updatedAt as time')
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .where('search', '@@', words)
    .orderBy('updatedAt', 'desc')
    .limit(limit)
  return db
    .selectFrom(titles.as('titles'))
    .select(COLUMNS)
    .unionAll(db.selectFrom(messages.as('messages')).select(COLUMNS))
    .unionAll(db.selectFrom(documents.as('documents')).select(COLUMNS))
}

/** The texts of what was found, as far as they are indexed, by their ids. */
async function readTexts(em: EntityManager, hits: Hit[]): Promise<Map<string, string | null>> {
  const idsOf = (wanted: Hit['kind']) => hits.flatMap(({ kind, id }) => (kind === wanted ? id : []))
  const messageIds = idsOf('message')
  const documentIds = idsOf('document')
  const texts = new Map<string, string | null>()
  if (messageIds.length > 0) {
    const rows = await kysely(em)
      .selectFrom('Message')
      .select(['id', messageText(CHARACTERS, MOST_BYTES).as('text')])
      .where('id', 'in', messageIds)
      .execute()
    for (const { id, text } of rows) texts.set(id, text && withoutMarks(text))
  }
  if (documentIds.length > 0) {
    const rows = await kysely(em)
      .selectFrom('Document')
      .innerJoin('DocumentSummary', (join) =>
        join
          .onRef('DocumentSummary.id', '=', 'Document.id')
          .onRef('DocumentSummary.updatedAt', '=', 'Document.createdAt'),
      )
      .select(['Document.id', 'Document.kind'])
      .select(({ fn, lit }) => fn<string | null>('left', ['content', lit(CHARACTERS)]).as('text'))
      .where('Document.id', 'in', documentIds)
      .where('Document.kind', '<>', 'image')
      .execute()
    for (const { id, kind, text } of rows) {
      texts.set(id, text && kind === 'text' ? withoutMarks(text) : text)
    }
  }
  return texts
}
