import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { chatOnce } from '#tests/support/chat.ts'
import type { TestClient } from '#tests/support/client.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'
import { type FakeGcs, startFakeGcs } from '#tests/support/fake-gcs.ts'
import { type FakeOpenAi, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { untilTitled, uploadImage } from '#tests/support/outage.ts'
import { makePng } from '#tests/support/test-images.ts'

/** Jobs that the worker runs at once, of each queue. */
const PLACES = 2
/** Enough users for both queues together, each of whom may have two jobs at work. */
const USERS = 3
/** Well below the time after which a title, or a call of the store, is given up. */
const SOON_MS = 15_000

let model: FakeOpenAi
let bucket: FakeGcs
let app: TestApp
let png: Buffer

beforeAll(async () => {
  model = await startFakeOpenAi({
    reply(request) {
      if (request.body.stream) return { text: 'Quick.' }
      const hangs = JSON.stringify(request.body).includes('hang')
      return { text: 'A title', firstDelayMs: hangs ? 600_000 : 0 }
    },
  })
  png = await makePng()
})

afterAll(() => model?.close())

beforeEach(async () => {
  bucket = await startFakeGcs()
  app = await startApp({
    env: {
      OPENAI_BASE_URL: model.url,
      GCS_BUCKET: 'test-bucket',
      STORAGE_EMULATOR_HOST: bucket.url,
      INTERACTIVE_JOBS: String(PLACES),
      MODEL_JOBS: String(PLACES),
      DRAIN_SECONDS: '0',
      UPLOAD_WAIT_SECONDS: '120',
    },
  })
})

afterEach(async () => {
  await app?.stop()
  await bucket?.close()
})

/** Does something twice for each of several new users, all at once. */
async function forMany<T>(act: (client: TestClient) => Promise<T>): Promise<Promise<T>[]> {
  const clients = Array.from({ length: USERS }, () => app.client())
  await Promise.all(clients.map((client) => client.register()))
  return clients.flatMap((client) => [act(client), act(client)])
}

describe('the two queues of a worker', { timeout: 90_000 }, () => {
  test('an upload does not wait for the titles of many users, which hang', async () => {
    // The worker ends before its titles do.
    expectErrorLogs(/aborted/i)
    await Promise.all(await forMany((client) => chatOnce(client, 'hang')))
    const other = app.client()
    await other.register()
    await app.startWorker()
    await expect.poll(() => model.openStreams).toBe(PLACES)
    const sentAt = Date.now()
    expect((await uploadImage(other, png)).status).toBe(200)
    expect(Date.now() - sentAt).toBeLessThan(SOON_MS)
    expect(model.openStreams).toBe(PLACES)
  })

  test('a title does not wait for the images of many users, which take long', async () => {
    const uploads = await forMany((client) => uploadImage(client, png))
    await expect.poll(() => bucket.objects.size).toBe(uploads.length)
    bucket.requests.length = 0
    const answerAgain = bucket.hang()
    await app.startWorker()
    /** A request that is tried again counts once. */
    const held = () => new Set(bucket.requests).size
    await expect.poll(held).toBe(PLACES)
    const other = app.client()
    await other.register()
    const { chatId } = await chatOnce(other, 'quick')
    await untilTitled(other, chatId)
    expect(held()).toBe(PLACES)
    answerAgain()
    const statuses = (await Promise.all(uploads)).map(({ status }) => status)
    expect(statuses).toEqual(uploads.map(() => 200))
  })
})
