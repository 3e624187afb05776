import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { type VersionKey, versionsAsJson } from '../documents/version-json.ts'
import { SUGGESTION_COLUMNS, type Suggestion } from '../suggestions/suggestion-schema.ts'
import { listVotes } from '../votes/list-votes.ts'
import { loadChat } from './load-chat.ts'

/**
 * Gives a whole chat as JSON, piece by piece: the chat with its messages, the
 * votes, every version of the documents that were written in it, and their
 * suggestions. The documents are read a few at a time, so that a chat with large
 * ones does not fill the memory.
 *
 * @throws {AppError} not-found, not-owner
 */
export async function exportChatAsJson(
  em: EntityManager,
  { chatId, userId }: { chatId: string; userId: string },
): Promise<{ title: string; pieces: AsyncGenerator<string, void, void> }> {
  const { isOwner: _, hasProvisionalTitle: __, ...chat } = await loadChat(em, { chatId, userId })
  const votes = await listVotes(em, { chatId, userId })
  const versions = await listVersionKeys(em, { chatId, userId })
  const suggestions = await listSuggestionsOf(em, userId, versions)
  const head = { ...chat, exportedAt: new Date().toISOString(), votes, suggestions }

  async function* pieces() {
    yield `${JSON.stringify(head).slice(0, -1)},"documents":[`
    yield* versionsAsJson(em, userId, versions)
    yield ']}\n'
  }
  return { title: chat.title, pieces: pieces() }
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
