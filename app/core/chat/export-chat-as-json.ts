import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { DOCUMENT_COLUMNS, type DocumentVersion } from '../documents/document-schema.ts'
import { SUGGESTION_COLUMNS, type Suggestion } from '../suggestions/suggestion-schema.ts'
import { listVotes } from '../votes/list-votes.ts'
import { loadChat } from './load-chat.ts'

/** Bytes of documents that are read at once; a version that is larger is read alone. */
const BATCH_BYTES = 4 * 1024 * 1024

/** The key of a version of a document, and how many bytes its content has. */
type VersionKey = { id: string; createdAt: string; size: number }

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
    let separator = ''
    for (const batch of inBatches(versions)) {
      for (const version of await readVersions(em, userId, batch)) {
        yield `${separator}${JSON.stringify(version)}`
        separator = ','
      }
    }
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

function* inBatches(versions: VersionKey[]): Generator<VersionKey[]> {
  let batch: VersionKey[] = []
  let size = 0
  for (const version of versions) {
    if (batch.length > 0 && size + version.size > BATCH_BYTES) {
      yield batch
      batch = []
      size = 0
    }
    batch.push(version)
    size += version.size
  }
  if (batch.length > 0) yield batch
}

function readVersions(
  em: EntityManager,
  userId: string,
  keys: VersionKey[],
): Promise<DocumentVersion[]> {
  return kysely(em)
    .selectFrom('Document')
    .where('userId', '=', userId)
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('id', 'createdAt'),
        'in',
        keys.map((key) => tuple(key.id, key.createdAt)),
      ),
    )
    .orderBy('id')
    .orderBy('createdAt')
    .select(DOCUMENT_COLUMNS)
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
