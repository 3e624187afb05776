import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { chatOnce, getChat } from '#tests/support/chat.ts'
import { createClient, type TestClient } from '#tests/support/client.ts'
import { makePng, makeProgressiveJpeg } from '#tests/support/test-images.ts'
import type { Bench, Server } from '../../bench.ts'
import { HANGING_TITLE, TITLE_MS } from '../../reply-script.ts'
import type { Row } from '../../results-table.ts'
import { uploadImage } from '../../upload-image.ts'
import type { Attack } from './attack.ts'
import { newGuest } from './belongings.ts'

const IMAGES = 30
const TITLES = 24
/** Until the attacker's jobs are at work. */
const BEGINS_MS = 1_500
const EVERY_MS = 500
const LOOK_EVERY_MS = 50
const GIVEN_UP_MS = 60_000

/** Jobs of one user that keep a worker busy. */
export const heavyJobs: Record<string, Attack> = {
  'heavy-jobs': {
    what: `${IMAGES} progressive JPEGs of 48 megapixels and ${TITLES} hanging titles of one user`,
    seconds: 20,
    async prepare(prepareAt) {
      const cookie = (await newGuest(prepareAt)).cookie()
      const heavy = await makeProgressiveJpeg(8_000, 6_000, 0)
      return async ({ origin, ends, statuses }) => {
        const guest = clientOf(origin, cookie)
        const uploads = Array.from({ length: IMAGES }, () => uploadImage(origin, cookie, heavy))
        const titles = Array.from({ length: TITLES }, (_, n) =>
          chatOnce(guest, `${HANGING_TITLE} ${n}`),
        )
        for (const job of [...uploads, ...titles]) {
          job.then(
            () => {
              statuses.done = (statuses.done ?? 0) + 1
            },
            () => {
              statuses.failed = (statuses.failed ?? 0) + 1
            },
          )
        }
        while (!ends.aborted) await sleep(LOOK_EVERY_MS)
      }
    },
    measure: measureJobsOfAnother,
  },
}

/** How long the upload and the title of somebody else take meanwhile. */
async function measureJobsOfAnother(
  bench: Bench,
  { url }: Server,
  ends: AbortSignal,
): Promise<Row[]> {
  const [, , , user] = bench.seed.users
  if (!user) throw new Error('There is nobody to watch.')
  const cookie = `session-token=${user.token}`
  const client = clientOf(url, cookie)
  const image = await makePng()
  const uploads: number[] = []
  const titles: number[] = []
  await sleep(BEGINS_MS)
  let memory = 0
  while (!ends.aborted) {
    uploads.push((await uploadImage(url, cookie, image, 'image/png')).ms)
    titles.push(await timeOfTitle(client))
    memory = Math.max(memory, bench.worker.memory())
    await sleep(EVERY_MS)
  }
  return [
    {
      what: 'meanwhile, slowest upload of another user',
      unit: 'ms',
      ours: Math.max(...uploads),
      goal: { atMost: 1_000 },
    },
    {
      what: 'meanwhile, slowest title of another user, without the time of the model',
      unit: 'ms',
      ours: Math.max(...titles) - TITLE_MS,
      goal: { atMost: 1_000 },
    },
    { what: 'meanwhile, memory of the worker', unit: 'MiB', ours: memory },
  ]
}

function clientOf(origin: string, cookie: string): TestClient {
  const client = createClient(origin)
  client.setCookie(cookie)
  return client
}

/** From sending a message to its chat's title; as long as the deadline when none comes. */
async function timeOfTitle(client: TestClient): Promise<number> {
  const started = performance.now()
  const { chatId } = await chatOnce(client, 'Hello', { chatId: randomUUID() })
  const took = () => performance.now() - started
  while (took() < GIVEN_UP_MS && (await getChat(client, chatId)).title !== 'A title') {
    await sleep(LOOK_EVERY_MS)
  }
  return took()
}
