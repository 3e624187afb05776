import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Services } from '#core/services.server.ts'
import { stagedKey } from '#core/storage/blob-key.ts'
import { finishUpload } from '#core/uploads/finish-upload.ts'
import { makeJpeg, makePng } from '#tests/support/test-images.ts'
import { startTestServices, type TestServices } from '#tests/support/test-services.ts'
import { processUpload } from '#worker/processors/process-upload.ts'

type Row = { id: string; status: string; pathname: string | null; reason: string | null }

let app: TestServices

const objects = (folder: 'staging' | 'uploads') =>
  readdir(path.join(app.dataDir, 'blobs', folder)).catch(() => [])
const rows = () => app.database.sql<Row>('select id, status, pathname, reason from upload')

describe('the job process-upload', () => {
  let uploadId: string
  let userId: string

  beforeEach(async () => {
    app = await startTestServices()
    userId = await app.createUser()
    uploadId = await stage(await makePng())
  })

  afterEach(() => app?.stop())

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

  /** Services whose blob store breaks when asked to `method`, before or after doing it. */
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
    // One that comes too late finds the staged object gone, and would be tried again.
    const runs = await Promise.allSettled([run(), run(), run()])
    expect(runs.map(({ status }) => status)).toContain('fulfilled')
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
