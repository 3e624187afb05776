import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { type VersionKey, versionsAsJson } from '../documents/version-json.ts'
import { SUGGESTION_COLUMNS, type Suggestion } from '../suggestions/suggestion-schema.ts'
import { listVotes } from '../votes/list-votes.ts'
import { messagesAsJson } from './chat-json.ts'
import { openChat } from './open-chat.ts'

/**
 * Gives a whole chat as JSON, piece by piece: the chat with its messages, the
 * votes, every version of the documents that were written in it, and their
 * suggestions. Messages and documents are read a few at a time, so that a large
 * chat does not fill the memory.
 *
 * @throws {AppError} not-found, not-owner
 */
export async function exportChatAsJson(
  em: EntityManager,
  { chatId, userId }: { chatId: string; userId: string },
): Promise<{ title: string; pieces: AsyncGenerator<string, void, void> }> {
  const chat = await openChat(em, { chatId, userId })
  const votes = await listVotes(em, { chatId, userId })
  const versions = await listVersionKeys(em, { chatId, userId })
  const suggestions = await listSuggestionsOf(em, userId, versions)
  const exportedAt = new Date().toISOString()

  async function* pieces() {
    yield `${JSON.stringify(chat.summary).slice(0, -1)},"messages":[`
    yield* messagesAsJson(em, chat, userId)
    yield `],${JSON.stringify({ exportedAt, votes, suggestions }).slice(1, -1)},"documents":[`
    yield* versionsAsJson(em, userId, versions)
    yield ']}\n'
  }
  return { title: chat.summary.title, pieces: pieces() }
}

/** Lists all versions of each document of which the chat wrote at least one. */
function listVersionKeys(
  em: EntityManager,
  { chatId, userId }: { chatId: string; userId: string },
): Promise<VersionKey[]> {
  return kysely(em)
    .selectFrom('Document')
    .where('userId', '=', userId)
    .where('id', 'in', (eb) => eb.selectFrom('Document').where('chatId', '=', chatId).select('id'))
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('DocumentSummary')
        .select('DocumentSummary.id')
        .where('DocumentSummary.userId', '=', userId)
        .where('DocumentSummary.deletedAt', 'is not', null),
    )
    .orderBy('id')
    .orderBy('createdAt')
    .select(['id', 'createdAt'])
    .select(({ fn, lit }) =>
      fn.coalesce(fn<number>('octet_length', ['content']), lit(0)).as('size'),
    )
    .execute()
}

async function listSuggestionsOf(
  em: EntityManager,
  userId: string,
  versions: VersionKey[],
): Promise<Suggestion[]> {
  const ids = [...new Set(versions.map(({ id }) => id))]
  if (ids.length === 0) return []
  return kysely(em)
    .selectFrom('Suggestion')
    .select(SUGGESTION_COLUMNS)
    .where('userId', '=', userId)
    .where('documentId', 'in', ids)
    .orderBy('documentId')
    .orderBy('createdAt')
    .orderBy('position')
    .execute()
}
