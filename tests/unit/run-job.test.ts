import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import type { TakenJob } from '#core/jobs/queue.ts'
import type { Services } from '#core/services.server.ts'
import { createRunJob } from '#worker/run-job.ts'

type Line = { level: number; msg: string; job: string; jobId: string; err?: { message: string } }

/** Runs a job that never gets as far as its processor; returns what is logged. */
async function run(job: { name: string; data: unknown; attempts?: number }): Promise<Line[]> {
  const lines: Line[] = []
  const log = pino({ level: 'debug' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const services = { log } as unknown as Services
  const taken = { id: 'one', attemptsMade: 0, opts: { attempts: job.attempts ?? 3 }, ...job }
  const runJob = createRunJob(services, 'model', new AbortController().signal)
  await expect(runJob(taken as unknown as TakenJob, 'token')).rejects.toThrow()
  return lines
}

describe('a job that cannot run', () => {
  test('one line says so when its payload is invalid', async () => {
    const lines = await run({ name: 'generate-title', data: { chatId: 'no uuid', requestId: 'r' } })
    expect(lines).toMatchObject([
      { level: 50, msg: 'job failed for good', jobId: 'one', job: 'generate-title' },
    ])
    expect(lines[0]?.err?.message).toMatch(/Invalid payload/)
  })

  test('one line says so when nobody knows its name', async () => {
    const lines = await run({ name: 'brew-coffee', data: {} })
    expect(lines).toMatchObject([{ level: 50, job: 'brew-coffee' }])
  })

  test('one line at level warn says that it runs again', async () => {
    // Without a database, its turn cannot be taken.
    const userId = '6f1c2b8e-3f57-4c1e-9a55-0d8f6a4b7c10'
    const lines = await run({
      name: 'generate-title',
      data: { chatId: userId, userId, requestId: 'r' },
    })
    expect(lines).toMatchObject([{ level: 40, msg: 'job failed, runs again' }])
  })
})
