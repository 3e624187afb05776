import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { chatOnce } from '#tests/support/chat.ts'
import type { TestClient } from '#tests/support/client.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'
import { type FakeOpenAi, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { untilTitled, uploadImage } from '#tests/support/outage.ts'
import { makePng, makeProgressiveJpeg } from '#tests/support/test-images.ts'
import { attemptsOfModelJobs, enqueueTitleAsBefore } from '#tests/support/test-queue.ts'

let model: FakeOpenAi
let titleDelayMs = 0
/** How many titles were being written when each one began. */
let titlesAtOnce: number[] = []
let app: TestApp
let other: TestClient

beforeAll(async () => {
  model = await startFakeOpenAi({
    reply(request) {
      if (request.body.stream) return { text: 'Quick.' }
      titlesAtOnce.push(model.openStreams)
      const hangs = JSON.stringify(request.body).includes('hang')
      return { text: 'A title', firstDelayMs: hangs ? 600_000 : titleDelayMs }
    },
  })
})

afterAll(() => model?.close())

beforeEach(async () => {
  titleDelayMs = 0
  titlesAtOnce = []
  app = await startApp({
    env: { OPENAI_BASE_URL: model.url, DRAIN_SECONDS: '0', UPLOAD_WAIT_SECONDS: '120' },
  })
  other = await guest()
})

afterEach(() => app?.stop())

async function guest(): Promise<TestClient> {
  const client = app.client()
  await client.register()
  return client
}

/** Makes chats whose titles are not written yet. */
async function makeChats(client: TestClient, count: number, text: string): Promise<string[]> {
  const chats = Array.from({ length: count }, (_, n) => chatOnce(client, `${text} ${n}`))
  return (await Promise.all(chats)).map(({ chatId }) => chatId)
}

describe('jobs of one user', { timeout: 120_000 }, () => {
  test('titles that hang hold up no upload and no title of another user', async () => {
    // The worker ends before its titles do.
    expectErrorLogs(/aborted/i)
    await makeChats(await guest(), 24, 'hang')
    await app.startWorker()
    await expect.poll(() => model.openStreams).toBe(2)
    const { chatId } = await chatOnce(other, 'quick')
    await untilTitled(other, chatId)
    expect((await uploadImage(other, await makePng())).status).toBe(200)
    expect(model.openStreams).toBe(2)
  })

  test('two are at work at once in all workers, and all are done at the first attempt', async () => {
    titleDelayMs = 200
    const chats = await makeChats(other, 12, 'chat')
    await Promise.all([app.startWorker(), app.startWorker()])
    for (const chatId of chats) await untilTitled(other, chatId)
    expect(titlesAtOnce).toHaveLength(12)
    expect(Math.max(...titlesAtOnce)).toBe(2)
    await expect.poll(() => attemptsOfModelJobs(app)).toEqual(Array(12).fill(1))
  })

  test('a user whose worker was killed goes on with another', async () => {
    titleDelayMs = 3_000
    const chats = await makeChats(other, 4, 'chat')
    const victim = await app.startWorker()
    await expect.poll(() => titlesAtOnce.length).toBe(2)
    victim.kill('SIGKILL')
    titleDelayMs = 0
    await app.startWorker()
    for (const chatId of chats) await untilTitled(other, chatId)
  })

  test('heavy images hold up no image of another user', async () => {
    await app.startWorker()
    const heavy = await makeProgressiveJpeg(8_000, 6_000, 0)
    const hog = await guest()
    let heavyDone = 0
    const uploads = Array.from({ length: 10 }, async () => {
      const { status } = await uploadImage(hog, heavy, 'image/jpeg')
      heavyDone += 1
      return status
    })
    await expect.poll(() => heavyDone, { timeout: 60_000 }).toBeGreaterThan(0)
    const light = await makePng()
    const before = heavyDone
    expect((await uploadImage(other, light)).status).toBe(200)
    // Two that were at work may end meanwhile, and the next two, but not the whole line.
    expect(heavyDone - before).toBeLessThanOrEqual(5)
    expect(await Promise.all(uploads)).toEqual(Array(10).fill(200))
  })

  test('heavy images of several users hold up no image of another', async () => {
    await app.startWorker({ INTERACTIVE_JOBS: '2' })
    const heavy = await makeProgressiveJpeg(4_000, 4_000, 0)
    const hogs = await Promise.all(Array.from({ length: 8 }, guest))
    let heavyDone = 0
    const uploads = hogs.map(async (hog) => {
      const { status } = await uploadImage(hog, heavy, 'image/jpeg')
      heavyDone += 1
      return status
    })
    await expect.poll(() => heavyDone, { timeout: 60_000 }).toBeGreaterThan(0)
    const light = await makePng()
    const before = heavyDone
    expect((await uploadImage(other, light)).status).toBe(200)
    expect(heavyDone - before).toBeLessThanOrEqual(4)
    expect(await Promise.all(uploads)).toEqual(Array(8).fill(200))
  })

  test('a title that the release before has enqueued is written', async () => {
    const [chatId = ''] = await makeChats(other, 1, 'chat')
    await enqueueTitleAsBefore(app, chatId)
    await app.startWorker()
    await untilTitled(other, chatId)
    await expect.poll(() => attemptsOfModelJobs(app)).toEqual([1, 1])
  })
})
