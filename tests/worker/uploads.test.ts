import { randomUUID } from 'node:crypto'
import { readdir, utimes } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '#core/services.server.ts'
import { createImageKey, stagedKey } from '#core/storage/blob-key.ts'
import { cleanUpUploads } from '#core/uploads/clean-up-uploads.ts'
import { finishUpload } from '#core/uploads/finish-upload.ts'
import { awaitUpload, stageUpload } from '#core/uploads/upload-image.ts'
import { startFakeGcs } from '#tests/support/fake-gcs.ts'
import { makeJpeg, makePng, makePngBomb } from '#tests/support/test-images.ts'
import { startTestServices, type TestServices } from '#tests/support/test-services.ts'
import { processUpload } from '#worker/processors/process-upload.ts'

type Row = { id: string; status: string; pathname: string | null; reason: string | null }

const ORIGIN = 'https://chat.example.com'
const closers: (() => Promise<unknown>)[] = []
let app: TestServices

async function start(env: Record<string, string> = {}) {
  app = await startTestServices(env)
  closers.push(app.stop)
}

afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function upload(bytes: Buffer, signal = new AbortController().signal) {
  const em = app.services.orm.em.fork()
  const id = await stageUpload(app.services, em, {
    userId: await app.createUser(),
    filename: 'cat.png',
    declaredType: 'image/png',
    bytes,
    requestId: 'test',
  })
  return awaitUpload(app.services, em, id, { origin: ORIGIN, signal })
}

const objects = (folder: 'staging' | 'uploads') =>
  readdir(path.join(app.dataDir, 'blobs', folder)).catch(() => [])
const rows = () => app.database.sql<Row>('select id, status, pathname, reason from upload')

/** The state of the job of the one upload that there is. */
async function jobState(): Promise<string | undefined> {
  const [row] = await rows()
  return row && (await app.services.jobs.queue.getJobState(`upload-${row.id}`))
}

describe('an upload that the worker does not finish', () => {
  test('a worker that comes after the deadline does not store it', async () => {
    await start({ UPLOAD_WAIT_SECONDS: '1' })
    await expect(upload(await makePng())).rejects.toMatchObject({ code: 'upload-failed' })
    expect(await objects('staging')).toEqual([])
    expect(await rows()).toMatchObject([{ status: 'failed' }])
    await app.startWorker()
    await expect.poll(jobState, { timeout: 10_000 }).toBe('completed')
    expect(await objects('uploads')).toEqual([])
  })

  test('it fails within seconds when the queue is away, with that reason', async () => {
    await start({ REDIS_URL: 'redis://127.0.0.1:1' })
    const from = Date.now()
    await expect(upload(await makePng())).rejects.toMatchObject({
      code: 'upload-failed',
      message: expect.stringMatching(/queue does not answer/),
    })
    expect(Date.now() - from).toBeLessThan(8_000)
    expect(await objects('staging')).toEqual([])
    expect(await rows()).toMatchObject([{ status: 'failed' }])
  })

  test('nothing is left of it when the caller goes away', async () => {
    await start()
    const leaving = new AbortController()
    const gone = expect(upload(await makePng(), leaving.signal)).rejects.toThrow()
    await expect.poll(rows).toMatchObject([{ status: 'staged' }])
    leaving.abort()
    await gone
    expect(await rows()).toMatchObject([{ status: 'failed' }])
    expect(await objects('staging')).toEqual([])
  })

  test('another worker finishes it when the first is killed', { timeout: 60_000 }, async () => {
    await start()
    const first = await app.startWorker()
    const uploaded = upload(makePngBomb(9_900, 5_000))
    await expect.poll(jobState, { interval: 5 }).toBe('active')
    first.kill('SIGKILL')
    expect(await rows()).toMatchObject([{ status: 'staged' }])
    await app.startWorker()
    expect(await uploaded).toMatchObject({ contentType: 'image/png' })
    expect(await objects('uploads')).toHaveLength(1)
    await expect.poll(() => objects('staging')).toEqual([])
  })
})

describe('an upload to Google Cloud Storage', () => {
  test('it succeeds although each of its requests is answered 503 at first', async () => {
    const fake = await startFakeGcs()
    closers.push(fake.close)
    await start({ GCS_BUCKET: 'test-bucket', STORAGE_EMULATOR_HOST: fake.url })
    await app.startWorker()
    fake.failEveryOther(503)
    const { pathname } = await upload(await makePng())
    expect(fake.objects.get(pathname)?.contentType).toBe('image/png')
    await expect.poll(() => [...fake.objects.keys()], { timeout: 5_000 }).toEqual([pathname])
  })

  test('it fails when the storage is down, and no row is left', async () => {
    const fake = await startFakeGcs()
    await start({ GCS_BUCKET: 'test-bucket', STORAGE_EMULATOR_HOST: fake.url })
    await fake.close()
    await expect(upload(await makePng())).rejects.toMatchObject({
      code: 'upload-failed',
      message: expect.stringMatching(/could not be stored/),
    })
    expect(await rows()).toEqual([])
  })
})

describe('the job process-upload', () => {
  let uploadId: string
  let userId: string
  beforeEach(async () => {
    await start()
    userId = await app.createUser()
    uploadId = await stage(await makePng())
  })

  async function stage(bytes: Buffer): Promise<string> {
    const id = randomUUID()
    await app.services.blobs.put(stagedKey(id), bytes)
    await app.database.sql(
      `insert into upload (id, user_id, staged_key, filename) values ($1, $2, $3, 'cat.png')`,
      [id, userId, stagedKey(id)],
    )
    return id
  }

  function run(services: Services = app.services, isLastAttempt = false, id = uploadId) {
    const context = { log: services.log, isLastAttempt, signal: new AbortController().signal }
    return processUpload(services, { uploadId: id, requestId: 'test' }, context)
  }

  /** Parts whose blob store breaks when asked to `method`, before or after doing it. */
  function breaking(method: 'get' | 'put' | 'delete', when: 'before' | 'after'): Services {
    const { blobs } = app.services
    const broken = async (...args: unknown[]) => {
      if (when === 'after') await (blobs[method] as (...a: unknown[]) => unknown)(...args)
      throw new Error('the storage broke')
    }
    return { ...app.services, blobs: { ...blobs, [method]: broken } }
  }

  test('one image is stored however often the job runs, in turn or at once', async () => {
    await run()
    await run()
    await app.database.sql(`update upload set status = 'staged'`)
    await app.services.blobs.put(stagedKey(uploadId), await makePng())
    await Promise.all([run(), run().catch(() => {}), run().catch(() => {})])
    expect(await objects('uploads')).toHaveLength(1)
    expect(await rows()).toMatchObject([{ status: 'stored' }])
    expect(await objects('staging')).toEqual([])
  })

  test.each(['before', 'after'] as const)(
    'one image is stored when the first run breaks %s writing it',
    async (when) => {
      await expect(run(breaking('put', when))).rejects.toThrow('broke')
      expect(await rows()).toMatchObject([{ status: 'staged' }])
      await run()
      expect(await objects('uploads')).toHaveLength(1)
      expect(await rows()).toMatchObject([{ status: 'stored', reason: null }])
    },
  )

  test('the upload is marked as failed when the last attempt breaks', async () => {
    await expect(run(breaking('get', 'before'), true)).rejects.toThrow('broke')
    expect(await rows()).toMatchObject([{ status: 'failed', reason: expect.any(String) }])
  })

  test('the job succeeds although the staged object could not be removed', async () => {
    await run(breaking('delete', 'before'))
    expect(await rows()).toMatchObject([{ status: 'stored' }])
  })

  test('a damaged image is refused without another attempt', async () => {
    const jpeg = await makeJpeg()
    const id = await stage(jpeg.subarray(0, jpeg.length / 2))
    await run(app.services, false, id)
    const [row] = await app.database.sql<Row>('select * from upload where id = $1', [id])
    expect(row).toMatchObject({ status: 'rejected', reason: expect.stringMatching(/damaged/) })
  })

  test('nothing is kept when the web process has given up meanwhile', async () => {
    const { blobs } = app.services
    const put: typeof blobs.put = async (key, body) => {
      await blobs.put(key, body)
      const em = app.services.orm.em.fork()
      expect(await finishUpload(em, uploadId, { status: 'failed', reason: 'late' })).toBe(true)
    }
    await run({ ...app.services, blobs: { ...blobs, put } })
    expect(await rows()).toMatchObject([{ status: 'failed', reason: 'late' }])
    expect(await objects('uploads')).toEqual([])
    expect(await objects('staging')).toEqual([])
  })

  test('nothing happens for an upload that no longer exists', async () => {
    await run(app.services, false, randomUUID())
  })
})

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
    await start()
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
    await start()
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
})
