import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError, isAppError } from '../app-error.ts'
import { exportDocument } from '../documents/export-document.ts'
import { createUniqueNames } from './unique-names.ts'
import { type ArchivedFile, zipStream } from './zip-stream.ts'

/** Documents that are looked up at once. */
const BATCH = 200
/** Entries that an archive without the extension for large ones can name. */
export const MAX_FILES = 65_535
/** Milliseconds that an export may take, however slow its reader is. */
export const LONGEST_MS = 30 * 60_000
/** Versions that may be replaced before a document is read; each is an edit of the same moment. */
const ATTEMPTS = 3

type Listed = { id: string; kind: string; updatedAt: string }

/**
 * Gives the newest versions of all documents of a user as a zip archive, in parts.
 * Documents are read by their ids, which no edit changes meanwhile, so that none is
 * left out; one that is deleted meanwhile is.
 *
 * @throws {AppError} too-large when there are more documents than an archive can hold;
 *   later, when reading fails or takes half an hour: what is read is then not whole
 */
export async function exportLibrary(
  em: EntityManager,
  userId: string,
): Promise<AsyncGenerator<Uint8Array, void, void>> {
  const { count } = await kysely(em)
    .selectFrom('DocumentSummary')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) > MAX_FILES) {
    const detail = `One file holds at most ${MAX_FILES.toLocaleString('en')} documents. Download them one by one.`
    throw new AppError('too-large', detail)
  }
  return beforeDeadline(zipStream(listDocumentFiles(em, userId)), performance.now() + LONGEST_MS)
}

export async function* beforeDeadline<T>(values: AsyncIterable<T>, deadline: number) {
  for await (const value of values) {
    if (performance.now() > deadline) throw new Error('The export has taken too long.')
    yield value
  }
}

/** The newest versions of all documents of a user, as files with names of their own. */
export async function* listDocumentFiles(
  em: EntityManager,
  userId: string,
): AsyncGenerator<ArchivedFile> {
  const nameOf = createUniqueNames()
  let after: string | undefined
  for (;;) {
    const documents = await listNext(em, userId, after)
    for (const document of documents) {
      const file = await openFile(em, userId, document)
      if (file) yield { ...file, name: nameOf(file.name) }
    }
    after = documents.at(-1)?.id
    if (documents.length < BATCH) return
  }
}

function listNext(em: EntityManager, userId: string, after: string | undefined): Promise<Listed[]> {
  const all = kysely(em)
    .selectFrom('DocumentSummary')
    .select(['id', 'kind', 'updatedAt'])
    .where('userId', '=', userId)
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .limit(BATCH)
  return (after === undefined ? all : all.where('id', '>', after)).execute()
}

/** Begins to read a document; null when it has been deleted. */
async function openFile(
  em: EntityManager,
  userId: string,
  { id, kind, updatedAt }: Listed,
): Promise<ArchivedFile | null> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { name, bytes } = await exportDocument(em, { id, userId })
      const parts = Buffer.isBuffer(bytes) ? only(bytes) : await withFirst(bytes)
      return { name, changedAt: updatedAt, isCompressed: kind === 'image', parts }
    } catch (error) {
      if (isAppError(error) && error.code === 'not-found') return null
      // The version was replaced by an edit before it was read.
      if (attempt === ATTEMPTS) throw error
    }
  }
}

async function* only(bytes: Uint8Array) {
  yield bytes
}

/** Reads the first part at once, which finds out whether the version is still there. */
async function withFirst(parts: AsyncGenerator<Uint8Array, void, void>) {
  const first = await parts.next()
  return (async function* () {
    if (!first.done) yield first.value
    yield* parts
  })()
}
