import { DelayedError } from 'bullmq'
import type { BaseServices } from '#core/base-services.ts'
import { QUEUE_NAMES, type QueueKind } from '#core/jobs/catalogue.ts'
import { endJobTurn, renewJobTurns, takeJobTurn, type UserJob } from '#core/jobs/job-turns.ts'
import type { TakenJob } from '#core/jobs/queue.ts'
import { JobPutOff } from './job-put-off.ts'

/** A third of the time after which a turn is lost. */
const RENEW_MS = 5_000

type RunInTurn = (job: TakenJob, token: string, run: () => Promise<void>) => Promise<void>

/**
 * Makes the function that lets a user have no more than a few jobs of a queue at
 * work at once (app/core/jobs/job-turns.ts). A job beyond that is put off, which
 * uses up none of its attempts, and woken when it is its turn.
 *
 * A job without a user runs at once. One that cannot go on yet ({@link JobPutOff})
 * is put off as well, and keeps its turn: its user's next one would have to wait
 * for the same.
 */
export function createRunInTurn({ orm, jobs, log }: BaseServices, kind: QueueKind): RunInTurn {
  const queue = QUEUE_NAMES[kind]
  const running = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  function renew() {
    renewJobTurns(orm.em.fork(), queue, [...running]).catch((err: unknown) =>
      log.warn({ err }, 'turns of jobs not renewed'),
    )
  }

  function begin(jobId: string) {
    running.add(jobId)
    timer ??= setInterval(renew, RENEW_MS)
  }

  function end(jobId: string) {
    running.delete(jobId)
    if (running.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  /** What fails here heals by itself: a turn expires, and a job in line wakes up. */
  async function passOn(turn: UserJob) {
    try {
      const next = await endJobTurn(orm.em.fork(), turn)
      const job = next === null ? undefined : await jobs.queues[kind].getJob(next)
      if (await job?.isDelayed()) await job?.promote()
    } catch (err) {
      log.warn({ err, ...turn }, 'turn not passed on')
    }
  }

  return async function runInTurn(job, token, run) {
    const userId = 'userId' in job.data ? job.data.userId : undefined
    if (!userId || !job.id) return runOrPutOff(job, token, run)
    const turn = { queue, jobId: job.id, userId }
    const waitMs = await takeJobTurn(orm.em.fork(), turn)
    if (waitMs > 0) return putOff(job, token, waitMs)
    let keepsTurn = false
    begin(job.id)
    try {
      await runOrPutOff(job, token, run)
    } catch (error) {
      keepsTurn = error instanceof DelayedError
      throw error
    } finally {
      end(job.id)
      if (!keepsTurn) await passOn(turn)
    }
  }
}

async function runOrPutOff(job: TakenJob, token: string, run: () => Promise<void>) {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof JobPutOff)) throw error
    await putOff(job, token, error.waitMs)
  }
}

async function putOff(job: TakenJob, token: string, waitMs: number): Promise<never> {
  await job.moveToDelayed(Date.now() + waitMs, token)
  throw new DelayedError()
}
