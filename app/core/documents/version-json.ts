import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import { DOCUMENT_COLUMNS, type DocumentVersion } from './document-schema.ts'

/** The key of a version of a document, and how many bytes its content has. */
export type VersionKey = { id: string; createdAt: string; size: number }

/** Bytes of contents that are read at once; a version that is larger is read in parts. */
const BATCH_BYTES = 512 * 1024

/** Rows that are read at once, however small they are. */
const BATCH_ROWS = 500

/** Bytes of a large content that are read at once. */
export const PART_BYTES = 1024 * 1024

/**
 * Of all large documents that are being read, two queries run at once: the others
 * wait, so that the connections to the database stay free for everybody else.
 */
const withinLimit = createConcurrencyLimit({
  running: 2,
  waiting: 10_000,
  refusal: 'Too many large documents are being read at once. Try again later.',
})

/**
 * Writes versions of a user's documents as JSON, piece by piece and separated by
 * commas. They are read from the database a few at a time, and a large one in parts,
 * so that the pieces are small however large the documents are.
 *
 * @throws when a version is deleted before it is read: what is sent is then not whole
 */
export async function* versionsAsJson(
  em: EntityManager,
  userId: string,
  keys: VersionKey[],
): AsyncGenerator<string, void, void> {
  let separator = ''
  for (const batch of inBatches(keys)) {
    const [first] = batch
    if (first && first.size > BATCH_BYTES) {
      yield separator
      yield* largeVersionAsJson(em, userId, first)
    } else {
      const versions = await withinLimit(userId, () => readVersions(em, userId, batch))
      if (versions.length !== batch.length) throw versionDeleted()
      yield separator + JSON.stringify(versions).slice(1, -1)
    }
    separator = ','
  }
}

function* inBatches(keys: VersionKey[]): Generator<VersionKey[]> {
  let batch: VersionKey[] = []
  let bytes = 0
  for (const key of keys) {
    if (batch.length === BATCH_ROWS || (batch.length > 0 && bytes + key.size > BATCH_BYTES)) {
      yield batch
      batch = []
      bytes = 0
    }
    batch.push(key)
    bytes += key.size
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

/** By bytes: to count the characters before a part takes Postgres ten times as long. */
const selectPart = prepared(
  (db, p: { id: string; createdAt: string; userId: string; from: number; length: number }) =>
    db
      .selectFrom('Document')
      .where('id', '=', p.id)
      .where('createdAt', '=', p.createdAt)
      .where('userId', '=', p.userId)
      .select(['title', 'kind'])
      .select(({ fn, val }) =>
        fn<Buffer | null>('substr', [
          fn('convert_to', ['content', val('UTF8')]),
          val(p.from),
          val(p.length),
        ]).as('part'),
      ),
)

async function* largeVersionAsJson(em: EntityManager, userId: string, key: VersionKey) {
  const { id, createdAt, size } = key
  const { title, kind } = await readPart(em, userId, key, { from: 1, length: 1 })
  yield `${JSON.stringify({ id, createdAt, title }).slice(0, -1)},"content":"`
  // The JSON of a text is that of its parts, as long as none of them ends within a character.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  for (let from = 1; from <= size; from += PART_BYTES) {
    yield readPart(em, userId, key, { from, length: PART_BYTES }).then(({ part }) =>
      JSON.stringify(decoder.decode(part ?? undefined, { stream: true })).slice(1, -1),
    )
  }
  yield `",${JSON.stringify({ kind, userId }).slice(1)}`
}

/**
 * Reads some bytes of a content; a content that is null has none.
 *
 * @throws when the version is not there any more
 */
export async function readPart(
  em: EntityManager,
  userId: string,
  { id, createdAt }: Pick<VersionKey, 'id' | 'createdAt'>,
  range: { from: number; length: number },
) {
  const [row] = await withinLimit(userId, () => selectPart(em, { id, createdAt, userId, ...range }))
  if (!row) throw versionDeleted()
  return row
}

function versionDeleted(): Error {
  return new Error('A version was deleted while the document was read.')
}
