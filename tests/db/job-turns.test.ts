import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  deleteExpiredJobTurns,
  endJobTurn,
  renewJobTurns,
  takeJobTurn,
} from '#core/jobs/job-turns.ts'
import type { TakenJob } from '#core/jobs/queue.ts'
import { startTestServices, type TestServices } from '#tests/support/test-services.ts'
import { JobPutOff } from '#worker/job-put-off.ts'
import { createRunInTurn } from '#worker/run-in-turn.ts'

let app: TestServices
let userId: string

beforeAll(async () => {
  app = await startTestServices()
})
afterAll(() => app?.stop())
beforeEach(async () => {
  userId = randomUUID()
  await app.database.sql('truncate job_turn')
})

const em = () => app.services.orm.em.fork()
const job = (jobId: string, user = userId, queue = 'jobs') => ({ queue, jobId, userId: user })
const take = (jobId: string, user?: string, queue?: string) =>
  takeJobTurn(em(), job(jobId, user, queue))
const end = (jobId: string) => endJobTurn(em(), job(jobId))

function expire(jobId: string) {
  return app.database.sql(
    "update job_turn set expires_at = now() - interval '1 second' where job_id = $1",
    [jobId],
  )
}

describe('the turns of a user', () => {
  test('two jobs are at work, and the others wait the longer the further back they are', async () => {
    expect([await take('a'), await take('b')]).toEqual([0, 0])
    expect([await take('c'), await take('d'), await take('e')]).toEqual([1_000, 2_000, 3_000])
    // A job that is taken again keeps its place, or its turn.
    expect([await take('d'), await take('a')]).toEqual([2_000, 0])
  })

  test('another user, and another queue, have turns of their own', async () => {
    await Promise.all([take('a'), take('b')])
    expect(await take('c', randomUUID())).toBe(0)
    expect(await take('a', userId, 'model-jobs')).toBe(0)
  })

  test('two of twenty jobs that are taken at the same moment are at work', async () => {
    const waits = await Promise.all(Array.from({ length: 20 }, (_, n) => take(`job-${n}`)))
    expect(waits.filter((ms) => ms === 0)).toHaveLength(2)
    expect(Math.max(...waits)).toBeGreaterThan(10_000)
  })

  test('a turn that ends is handed to the oldest in line, whom no younger one overtakes', async () => {
    for (const id of ['a', 'b', 'c', 'd']) await take(id)
    expect(await end('a')).toBe('c')
    expect(await take('new')).toBe(2_000)
    expect(await take('c')).toBe(0)
    expect(await end('b')).toBe('d')
    expect(await end('c')).toBe('new')
    expect([await end('d'), await end('new')]).toEqual([null, null])
    expect(await app.database.sql('select * from job_turn')).toEqual([])
  })

  test('the turn of a worker that is gone passes to the next', async () => {
    for (const id of ['a', 'b', 'c']) await take(id)
    await renewJobTurns(em(), 'jobs', ['a', 'b'])
    expect(await take('c')).toBe(1_000)
    await expire('a')
    expect(await take('c')).toBe(0)
    await expire('b')
    expect(await deleteExpiredJobTurns(em())).toBe(1)
  })

  test('a job that never comes back to its place holds up nobody', async () => {
    for (const id of ['a', 'b', 'gone', 'c']) await take(id)
    await expire('gone')
    expect(await take('c')).toBe(1_000)
    expect(await end('a')).toBe('c')
  })

  test('a job that cannot go on yet is put off and keeps its turn', async () => {
    const runInTurn = createRunInTurn(app.services, 'interactive')
    const run = (id: string, waitMs?: number) => {
      let putOffFor = 0
      const moveToDelayed = async (at: number) => {
        putOffFor = Math.round((at - Date.now()) / 1_000)
      }
      const taken = { id, data: { userId }, moveToDelayed } as unknown as TakenJob
      const work = async () => {
        if (waitMs) throw new JobPutOff(waitMs)
      }
      return runInTurn(taken, 'token', work).then(
        () => 'done',
        (error: Error) => [error.name, putOffFor],
      )
    }
    expect(await run('a', 5_000)).toEqual(['DelayedError', 5])
    expect(await run('b', 5_000)).toEqual(['DelayedError', 5])
    expect(await run('c')).toEqual(['DelayedError', 1])
    expect(await run('a')).toBe('done')
    expect(await run('c')).toBe('done')
  })
})
