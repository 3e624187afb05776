import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { awaitUpload } from '#core/uploads/await-upload.ts'
import { stageUpload } from '#core/uploads/stage-upload.ts'
import { startFakeGcs } from '#tests/support/fake-gcs.ts'
import { makePng, makePngBomb } from '#tests/support/test-images.ts'
import { startTestServices, type TestServices } from '#tests/support/test-services.ts'

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
  return row && (await app.services.jobs.queues.interactive.getJobState(`upload-${row.id}`))
}

describe('an upload that the worker does not finish', () => {
  test('a worker that comes after the deadline does not store it', async () => {
    await start({ UPLOAD_WAIT_SECONDS: '1' })
    await expect(upload(await makePng())).rejects.toMatchObject({ code: 'upload-failed' })
    await expect.poll(() => objects('staging')).toEqual([])
    expect(await rows()).toMatchObject([{ status: 'failed' }])
    await app.startWorker()
    await expect.poll(jobState).toBe('completed')
    expect(await objects('uploads')).toEqual([])
  })

  test('it fails within seconds when the queue is away, with that reason', async () => {
    await start({ REDIS_URL: 'redis://127.0.0.1:1' })
    const from = Date.now()
    await expect(upload(await makePng())).rejects.toMatchObject({
      code: 'upload-failed',
      message: expect.stringMatching(/queue does not answer/),
    })
    // The worker would be waited for longer.
    expect(Date.now() - from).toBeLessThan(20_000)
    await expect.poll(() => objects('staging')).toEqual([])
    expect(await rows()).toMatchObject([{ status: 'failed' }])
  })

  test('it is answered at the deadline while the storage does not delete', async () => {
    await start({ UPLOAD_WAIT_SECONDS: '1' })
    const { services } = app
    const deleteHangs = { ...services.blobs, delete: () => new Promise<never>(() => {}) }
    app.services = { ...services, blobs: deleteHangs }
    await expect(upload(await makePng())).rejects.toMatchObject({ code: 'upload-failed' })
    expect(await rows()).toMatchObject([{ status: 'failed' }])
    // Before it is staged for good, too.
    const put = () => Promise.reject(new Error('the storage broke'))
    app.services = { ...services, blobs: { ...deleteHangs, put } }
    await expect(upload(await makePng())).rejects.toMatchObject({ code: 'upload-failed' })
  })

  test('nothing is left of it when the caller goes away', async () => {
    await start()
    const leaving = new AbortController()
    const gone = expect(upload(await makePng(), leaving.signal)).rejects.toThrow()
    await expect.poll(rows).toMatchObject([{ status: 'staged' }])
    leaving.abort()
    await gone
    expect(await rows()).toMatchObject([{ status: 'failed' }])
    await expect.poll(() => objects('staging')).toEqual([])
  })

  test('another worker finishes it when the first is killed', async () => {
    await start({ UPLOAD_WAIT_SECONDS: '120' })
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
    await expect.poll(() => [...fake.objects.keys()]).toEqual([pathname])
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
