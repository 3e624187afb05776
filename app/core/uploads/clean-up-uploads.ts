import { randomBytes } from 'node:crypto'
import type { BaseServices } from '#core/base-services.ts'
import type { BlobInfo, BlobPrefix } from '#core/storage/blob-store.ts'
import { secondsAgo } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { deleteObjects } from './delete-objects.ts'
import { deleteUnusedImages } from './delete-unused-images.ts'
import { removeDeletedBlobs } from './remove-deleted-blobs.ts'

/** After this time nobody waits for an upload that is still staged. */
const ABANDONED_SECONDS = 3600
/** For this time the row of a refused or failed upload is kept: 30 days. */
const KEEP_FAILED_SECONDS = 30 * 24 * 3600
/** Rows and objects of each kind in one run, so that a run is short however many there are. */
const BATCH = 200

type CleanedUploads = {
  abandoned: number
  unused: number
  deleted: number
  staged: number
  orphans: number
}

/**
 * Removes what uploads left behind: rows that nobody waits for any more, images
 * that no chat shows or whose user is gone, staged objects, and final objects
 * that a crash has left without a row. Each run looks at a part of them. Several
 * runs at once do no harm.
 */
export async function cleanUpUploads(services: BaseServices): Promise<CleanedUploads> {
  const em = services.orm.em.fork()
  const abandoned = await failAbandoned(em)
  await deleteOldFailures(em)
  const unused = await deleteUnusedImages(em)
  const deleted = await removeDeletedBlobs(services, em)
  const staged = await deleteObjects(services, await findStaged(services))
  const orphans = await deleteObjects(services, await findOrphans(services, em))
  return { abandoned, unused, deleted, staged: staged.length, orphans: orphans.length }
}

async function failAbandoned(em: EntityManager): Promise<number> {
  const failed = await kysely(em)
    .updateTable('Upload')
    .set({ status: 'failed', reason: 'No worker stored the image in time.' })
    .where('id', 'in', (db) =>
      db
        .selectFrom('Upload')
        .select('id')
        .where('status', '=', 'staged')
        .where('createdAt', '<', secondsAgo(ABANDONED_SECONDS))
        .orderBy('createdAt')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .where('status', '=', 'staged')
    .returning('id')
    .execute()
  return failed.length
}

async function deleteOldFailures(em: EntityManager) {
  await kysely(em)
    .deleteFrom('Upload')
    .where('id', 'in', (db) =>
      db
        .selectFrom('Upload')
        .select('id')
        .where('status', 'in', ['rejected', 'failed'])
        .where('createdAt', '<', secondsAgo(KEEP_FAILED_SECONDS))
        .orderBy('createdAt')
        .limit(BATCH),
    )
    .execute()
}

async function findStaged(services: BaseServices): Promise<string[]> {
  return keysOfOldObjects(await listFromRandomKey(services, 'staging/'))
}

async function findOrphans(services: BaseServices, em: EntityManager): Promise<string[]> {
  const objects = await listFromRandomKey(services, 'uploads/')
  const keys = keysOfOldObjects(objects)
  if (keys.length === 0) return []
  const rows = await kysely(em)
    .selectFrom('Upload')
    .select('pathname')
    .where('pathname', 'in', keys)
    .where('status', 'in', ['staged', 'stored'])
    .execute()
  const known = new Set(rows.map(({ pathname }) => pathname))
  return keys.filter((key) => !known.has(key))
}

/**
 * Lists a batch of objects from a random key on, and goes on from the first key
 * after the last. Keys begin with random hexadecimal digits, so every object is
 * listed sooner or later without a position to remember between runs.
 */
async function listFromRandomKey({ blobs }: BaseServices, prefix: BlobPrefix): Promise<BlobInfo[]> {
  const from = `${prefix}${randomBytes(2).toString('hex')}`
  const objects = await blobs.list(prefix, { from, limit: BATCH })
  if (objects.length >= BATCH) return objects
  const first = await blobs.list(prefix, { limit: BATCH - objects.length })
  return [...objects, ...first.filter(({ key }) => key < from)]
}

function keysOfOldObjects(objects: BlobInfo[]): string[] {
  const limit = new Date(Date.now() - ABANDONED_SECONDS * 1_000).toISOString()
  return objects.filter(({ updatedAt }) => updatedAt < limit).map(({ key }) => key)
}
