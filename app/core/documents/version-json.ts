import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { BATCH_BYTES, inBatches, PIECE_BYTES, readInTurn } from '../large-reads.ts'
import { DOCUMENT_COLUMNS, type DocumentVersion } from './document-schema.ts'

/** The key of a version of a document, and how many bytes its content has. */
export type VersionKey = { id: string; createdAt: string; size: number }

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
  for (const batch of inBatches(keys, ({ size }) => size)) {
    const [first] = batch
    if (first && first.size > BATCH_BYTES) {
      yield separator
      yield* largeVersionAsJson(em, userId, first)
    } else {
      const versions = await readInTurn(userId, () => readVersions(em, userId, batch))
      if (versions.length !== batch.length) throw versionDeleted()
      yield separator + JSON.stringify(versions).slice(1, -1)
    }
    separator = ','
  }
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
  for (let from = 1; from <= size; from += PIECE_BYTES) {
    yield readPart(em, userId, key, { from, length: PIECE_BYTES }).then(({ part }) =>
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
  const [row] = await readInTurn(userId, () => selectPart(em, { id, createdAt, userId, ...range }))
  if (!row) throw versionDeleted()
  return row
}

function versionDeleted(): Error {
  return new Error('A version was deleted while the document was read.')
}
