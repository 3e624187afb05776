import { randomBytes } from 'node:crypto'
import type { Services } from '#core/services.server.ts'
import type { BlobInfo, BlobPrefix } from '#core/storage/blob-store.ts'
import type { EntityManager } from '#db/orm.ts'

/** Hours after which what is still staged has been given up by everyone. */
const STAGED_HOURS = 1
/** Days for which a refused or failed upload can be looked up. */
const KEEP_ENDED_DAYS = 30
/** Rows and objects looked at in one run, so that a run stays short whatever has gathered. */
const BATCH = 200
const DELETES_AT_ONCE = 10

export type CleanedUploads = { abandoned: number; staged: number; orphans: number }

/**
 * Removes what uploads left behind: rows that nobody waits for any more,
 * staged objects, and final objects without a row (their user was deleted).
 * Looks at a bounded part each time; safe to run twice, and beside itself.
 */
export async function cleanUpUploads(services: Services): Promise<CleanedUploads> {
  const em = services.orm.em.fork()
  const abandoned = await endAbandoned(em)
  await forgetEnded(em)
  const staged = await removeObjects(services, await findStaged(services))
  const orphans = await removeObjects(services, await findOrphans(services, em))
  return { abandoned, staged, orphans }
}

async function endAbandoned(em: EntityManager): Promise<number> {
  const rows = await em.execute<{ id: string }[]>(
    `update upload set status = 'failed', reason = 'No worker stored the image in time.'
      where id in (
        select id from upload
         where status = 'staged' and created_at < now() - make_interval(hours => ?)
         order by created_at limit ? for update skip locked)
        and status = 'staged'
      returning id`,
    [STAGED_HOURS, BATCH],
  )
  return rows.length
}

async function forgetEnded(em: EntityManager) {
  await em.execute(
    `delete from upload where id in (
       select id from upload
        where status in ('rejected', 'failed') and created_at < now() - make_interval(days => ?)
        order by created_at limit ?)`,
    [KEEP_ENDED_DAYS, BATCH],
  )
}

async function findStaged(services: Services): Promise<string[]> {
  return olderThanAnHour(await listSome(services, 'staging/'))
}

async function findOrphans(services: Services, em: EntityManager): Promise<string[]> {
  const objects = await listSome(services, 'uploads/')
  const keys = olderThanAnHour(objects)
  if (keys.length === 0) return []
  const rows = await em.execute<{ pathname: string }[]>(
    `select pathname from upload
      where pathname in (${keys.map(() => '?').join(', ')}) and status in ('staged', 'stored')`,
    keys,
  )
  const known = new Set(rows.map(({ pathname }) => pathname))
  return keys.filter((key) => !known.has(key))
}

/**
 * Keys begin with random hexadecimal digits: a listing that begins anywhere
 * among them, and goes round at their end, gets to every object sooner or
 * later, with nothing to remember. Where there are few, it is all of them.
 */
async function listSome({ blobs }: Services, prefix: BlobPrefix): Promise<BlobInfo[]> {
  const from = `${prefix}${randomBytes(2).toString('hex')}`
  const objects = await blobs.list(prefix, { from, limit: BATCH })
  if (objects.length >= BATCH) return objects
  const first = await blobs.list(prefix, { limit: BATCH - objects.length })
  return [...objects, ...first.filter(({ key }) => key < from)]
}

function olderThanAnHour(objects: BlobInfo[]): string[] {
  const limit = new Date(Date.now() - STAGED_HOURS * 3_600_000).toISOString()
  return objects.filter(({ updatedAt }) => updatedAt < limit).map(({ key }) => key)
}

async function removeObjects({ blobs, log }: Services, keys: string[]): Promise<number> {
  let removed = 0
  for (let at = 0; at < keys.length; at += DELETES_AT_ONCE) {
    const batch = keys.slice(at, at + DELETES_AT_ONCE).map((key) => blobs.delete(key))
    for (const result of await Promise.allSettled(batch)) {
      if (result.status === 'fulfilled') removed += 1
      else log.warn({ err: result.reason }, 'object left to the next clean-up')
    }
  }
  return removed
}
