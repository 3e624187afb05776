import { randomUUID } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createImageKey, stagedKey } from '#core/storage/blob-key.ts'
import type { BlobStore } from '#core/storage/blob-store.ts'
import { cleanUpUploads } from '#core/uploads/clean-up-uploads.ts'
import { startTestServices, type TestServices } from '#tests/support/test-services.ts'

let app: TestServices
beforeEach(async () => {
  app = await startTestServices()
})
afterEach(() => app?.stop())

const objects = (folder: 'staging' | 'uploads') =>
  readdir(path.join(app.dataDir, 'blobs', folder)).catch(() => [])

describe('the clean-up of uploads', () => {
  const HOURS_2 = 2 * 3_600_000

  async function putAged(key: string, age: number) {
    await app.services.blobs.put(key, Buffer.from('x'))
    const at = new Date(Date.now() - age)
    await utimes(path.join(app.dataDir, 'blobs', key), at, at)
  }

  function insert(id: string, userId: string, status: string, age: number, pathname?: string) {
    return app.database.sql(
      `insert into upload (id, user_id, staged_key, filename, status, pathname, created_at)
       values ($1, $2, $3, 'x', $4, $5, $6)`,
      [
        id,
        userId,
        stagedKey(id),
        status,
        pathname ?? null,
        new Date(Date.now() - age).toISOString(),
      ],
    )
  }

  test('what nobody waits for is removed, and the rest stays', async () => {
    const userId = await app.createUser()
    const [old, fresh] = [randomUUID(), randomUUID()]
    const kept = createImageKey('kept', 'image/png')
    const orphan = createImageKey('orphan', 'image/png')
    const young = createImageKey('young', 'image/png')
    const failed = createImageKey('failed', 'image/png')
    await insert(old, userId, 'staged', HOURS_2)
    await insert(fresh, userId, 'staged', 60_000)
    await insert(randomUUID(), userId, 'stored', 100 * 24 * 3_600_000, kept)
    await insert(randomUUID(), userId, 'failed', HOURS_2, failed)
    await insert(randomUUID(), userId, 'rejected', 31 * 24 * 3_600_000)
    await putAged(stagedKey(old), HOURS_2)
    await putAged(stagedKey(fresh), 60_000)
    await putAged('staging/partial-left-by-a-crash', HOURS_2)
    for (const key of [kept, orphan, failed]) await putAged(key, HOURS_2)
    await putAged(young, 60_000)

    await cleanUpUploads(app.services)

    expect(await objects('staging')).toEqual([fresh])
    expect((await objects('uploads')).map((name) => `uploads/${name}`).sort()).toEqual(
      [kept, young].sort(),
    )
    const left = await app.database.sql<{ status: string }>(
      'select status from upload order by status',
    )
    expect(left.map(({ status }) => status)).toEqual(['failed', 'failed', 'staged', 'stored'])
  })

  test('the images of a deleted user are removed', async () => {
    const userId = await app.createUser()
    const key = createImageKey('cat', 'image/png')
    await insert(randomUUID(), userId, 'stored', HOURS_2, key)
    await putAged(key, HOURS_2)
    await cleanUpUploads(app.services)
    expect(await objects('uploads')).toHaveLength(1)
    await app.database.sql('delete from user_account where id = $1', [userId])
    await cleanUpUploads(app.services)
    expect(await objects('uploads')).toEqual([])
  })

  test('a store that removes nothing is left alone, and no two runs try the same object', async () => {
    const keys = Array.from({ length: 50 }, () => createImageKey('x', 'image/png'))
    await app.database.sql('insert into deleted_blob (key) select unnest($1::text[])', [keys])
    for (let n = 0; n < 25; n += 1) await putAged(stagedKey(randomUUID()), HOURS_2)
    const tried: string[] = []
    const blobs: BlobStore = {
      ...app.services.blobs,
      async delete(key) {
        tried.push(key)
        throw new Error('the storage does not answer')
      },
    }
    const services = { ...app.services, blobs }
    const triedIn = (folder: string) => tried.filter((key) => key.startsWith(folder))

    await Promise.all([cleanUpUploads(services), cleanUpUploads(services)])
    expect(triedIn('uploads/')).toHaveLength(20)
    expect(new Set(triedIn('uploads/')).size).toBe(20)
    expect(triedIn('staging/')).toHaveLength(20)

    // What is left is next, and what failed comes again a minute later.
    expect((await cleanUpUploads(app.services)).deleted).toBe(30)
    await app.database.sql(`update deleted_blob set tried_at = tried_at - interval '1 minute'`)
    expect((await cleanUpUploads(app.services)).deleted).toBe(20)
  })
})
