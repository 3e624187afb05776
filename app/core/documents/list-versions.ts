import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { DOCUMENT_COLUMNS, type DocumentVersion } from './document-schema.ts'
import { assertDocumentOwner } from './find-version.ts'
import { type VersionKey, versionsAsJson } from './version-json.ts'

/** Bytes of a document, all its versions together, that are given whole. */
const SMALL_BYTES = 1024 * 1024

/** What a version takes in an answer besides its title and content, in bytes. */
const VERSION_BYTES = 250

/** Keys of versions that are read at once. */
const KEYS_AT_ONCE = 2_000

/** All versions of a document, oldest first: a list, or where that would be long, JSON in pieces. */
type ListedVersions =
  | { versions: DocumentVersion[]; pieces?: undefined }
  | { versions?: undefined; pieces: AsyncGenerator<string, void, void> }

/** Gives no row at all when the versions together are large. */
const selectSmallDocument = prepared((db, p: { id: string; userId: string }) =>
  db
    .selectFrom('Document')
    .select(DOCUMENT_COLUMNS)
    .where('id', '=', p.id)
    .where('userId', '=', p.userId)
    .where(
      (outer) =>
        outer
          .selectFrom('Document as version')
          .where('version.id', '=', p.id)
          .where('version.userId', '=', p.userId)
          .select(({ fn, eb, lit }) =>
            fn
              .sum<number>(
                eb(
                  eb(
                    fn<number>('octet_length', ['version.title']),
                    '+',
                    fn.coalesce(fn<number>('octet_length', ['version.content']), lit(0)),
                  ),
                  '+',
                  lit(VERSION_BYTES),
                ),
              )
              .as('bytes'),
          ),
      '<=',
      (eb) => eb.lit(SMALL_BYTES),
    )
    .orderBy('createdAt'),
)

/**
 * Lists every version of a user's document, oldest first. A document that is too
 * large to be held in memory for each of its readers is given as the JSON array
 * that the list would be, piece by piece.
 *
 * @throws {AppError} not-found; not-owner
 */
export async function listVersions(
  em: EntityManager,
  { id, userId }: { id: string; userId: string },
): Promise<ListedVersions> {
  const versions = await selectSmallDocument(em, { id, userId })
  if (versions.length > 0) return { versions }
  const first = await listKeys(em, { id, userId })
  if (first.length === 0) await assertDocumentOwner(em, { id, userId })
  return { pieces: allAsJson(em, { id, userId }, first) }
}

async function* allAsJson(
  em: EntityManager,
  { id, userId }: { id: string; userId: string },
  first: VersionKey[],
): AsyncGenerator<string, void, void> {
  let keys = first
  let before = '['
  while (keys.length > 0) {
    yield before
    yield* versionsAsJson(em, userId, keys)
    const after = keys.length === KEYS_AT_ONCE ? keys.at(-1)?.createdAt : undefined
    keys = after ? await listKeys(em, { id, userId, after }) : []
    before = ','
  }
  yield ']'
}

function listKeys(
  em: EntityManager,
  { id, userId, after }: { id: string; userId: string; after?: string },
): Promise<VersionKey[]> {
  const all = kysely(em)
    .selectFrom('Document')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .select(['id', 'createdAt'])
    .select(({ fn, lit }) =>
      fn.coalesce(fn<number>('octet_length', ['content']), lit(0)).as('size'),
    )
    .orderBy('createdAt')
    .limit(KEYS_AT_ONCE)
  return (after === undefined ? all : all.where('createdAt', '>', after)).execute()
}
