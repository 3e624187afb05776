import type { DocumentOrigin } from '#db/entities/document.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'

/** Versions that are counted: a document may have more, which then have no numbers. */
const COUNTED_VERSIONS = 10_000

/** One of the versions of a document, without its content. */
export type ListedVersion = {
  createdAt: string
  /** From 1, the oldest; null in a document of very many. */
  number: number | null
  /** How it came about; null where that was not recorded. */
  origin: DocumentOrigin | null
  /** Of the content. */
  bytes: number
  /** How many bytes more than the version before; null of the first one. */
  growth: number | null
}

/** Some versions, newest first, and whether there are others. */
export type VersionHistory = {
  versions: ListedVersion[]
  /** How many versions there are; null when they are too many to be counted. */
  count: number | null
  hasNewer: boolean
  hasOlder: boolean
}

/** Where a version stands among the others. */
export type VersionPosition = {
  number: number | null
  count: number | null
  /** `createdAt` of the version before and of the one after. */
  previous: string | null
  next: string | null
}

type Key = { id: string; userId: string }

/**
 * Lists versions of a user's document, newest first; none of an unknown document.
 *
 * @param input.before lists those that were made before this time; left out, the newest
 * @param input.limit how many are listed at most
 */
export async function listVersionHistory(
  em: EntityManager,
  { id, userId, before, limit }: Key & { before?: string | undefined; limit: number },
): Promise<VersionHistory> {
  const all = versionsOf(em, { id, userId })
    .select(['createdAt', 'origin'])
    .select(({ fn, lit }) =>
      fn.coalesce(fn<number>('octet_length', ['content']), lit(0)).as('bytes'),
    )
    .orderBy('createdAt', 'desc')
    // One more, which tells that there is more, and how much larger the last one is.
    .limit(limit + 1)
  const query = before === undefined ? all : all.where('createdAt', '<', before)
  const [rows, count] = await Promise.all([query.execute(), countVersions(em, { id, userId })])
  const first = rows[0]
  const newer =
    first && before ? await countVersions(em, { id, userId, after: first.createdAt }) : 0
  const versions = rows.slice(0, limit).map((version, index) => ({
    ...version,
    number: count === null || newer === null ? null : count - newer - index,
    growth: growthSince(rows[index + 1], version),
  }))
  return { versions, count, hasNewer: newer !== 0, hasOlder: rows.length > versions.length }
}

function growthSince(before: { bytes: number } | undefined, { bytes }: { bytes: number }) {
  return before ? bytes - before.bytes : null
}

/** Finds where a version of a user's document stands among the others. */
export async function findVersionPosition(
  em: EntityManager,
  { id, userId, createdAt }: Key & { createdAt: string },
): Promise<VersionPosition> {
  const times = versionsOf(em, { id, userId }).select('createdAt').limit(1)
  const [count, newer, previous, next] = await Promise.all([
    countVersions(em, { id, userId }),
    countVersions(em, { id, userId, after: createdAt }),
    times.where('createdAt', '<', createdAt).orderBy('createdAt', 'desc').executeTakeFirst(),
    times.where('createdAt', '>', createdAt).orderBy('createdAt').executeTakeFirst(),
  ])
  return {
    number: count === null || newer === null ? null : count - newer,
    count,
    previous: previous?.createdAt ?? null,
    next: next?.createdAt ?? null,
  }
}

/** @returns null when they are more than {@link COUNTED_VERSIONS} */
async function countVersions(
  em: EntityManager,
  { id, userId, after }: Key & { after?: string },
): Promise<number | null> {
  const all = versionsOf(em, { id, userId })
    .select('createdAt')
    .limit(COUNTED_VERSIONS + 1)
  const counted = after === undefined ? all : all.where('createdAt', '>', after)
  const row = await kysely(em)
    .selectFrom(counted.as('version'))
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirst()
  const count = Number(row?.count ?? 0)
  return count > COUNTED_VERSIONS ? null : count
}

function versionsOf(em: EntityManager, { id, userId }: Key) {
  return kysely(em).selectFrom('Document').where('id', '=', id).where('userId', '=', userId)
}
