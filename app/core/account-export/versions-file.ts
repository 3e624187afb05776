import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { type VersionKey, versionsAsJson } from '../documents/version-json.ts'
import type { ArchivedFile } from '../library/zip-stream.ts'
import { textFile } from './text-file.ts'

/** Versions that are looked up at once. */
const BATCH = 1_000

/** All versions of all documents of a user, also of those that were deleted a day ago at most. */
export function versionsFile({ em, userId }: { em: EntityManager; userId: string }): ArchivedFile {
  return textFile('documents.json', new Date().toISOString(), versions(em, userId))
}

async function* versions(em: EntityManager, userId: string) {
  yield '{"documents":['
  let last: VersionKey | undefined
  for (;;) {
    const keys = await listNext(em, userId, last)
    if (last && keys.length > 0) yield ','
    yield* versionsAsJson(em, userId, keys)
    last = keys.at(-1)
    if (keys.length < BATCH) break
  }
  yield ']}\n'
}

function listNext(em: EntityManager, userId: string, last: VersionKey | undefined) {
  const all = kysely(em)
    .selectFrom('Document')
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .limit(BATCH)
    .select(['id', 'createdAt'])
    .select(({ fn, lit }) =>
      fn.coalesce(fn<number>('octet_length', ['content']), lit(0)).as('size'),
    )
  if (!last) return all.execute()
  const { createdAt, id } = last
  return all
    .where(({ eb, refTuple, tuple }) => eb(refTuple('createdAt', 'id'), '>', tuple(createdAt, id)))
    .execute()
}
