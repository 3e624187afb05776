import { now, secondsFromNow } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'

/**
 * The fairness between users (docs/decisions/0020-two-queues.md): of each queue
 * a user has at most two jobs at work, in all workers together; the others wait
 * in the user's line, the oldest first.
 */

/** Jobs of one user at work at once, in each queue. */
const MAX_RUNNING = 2
/** A job whose worker has not renewed its turn for this time has lost it. */
const LEASE_SECONDS = 15
/** A job in line that was not taken for this time has left it; longer than {@link MAX_WAIT_MS}. */
const LINE_SECONDS = 120
const MAX_WAIT_MS = 60_000

export type UserJob = { queue: string; jobId: string; userId: string }

const takeTurn = prepared((db, p: UserJob) =>
  db.selectNoFrom(({ fn, lit, val }) =>
    fn<number>('take_job_turn', [
      val(p.queue),
      val(p.jobId),
      val(p.userId),
      lit(MAX_RUNNING),
      lit(LEASE_SECONDS),
      lit(LINE_SECONDS),
    ]).as('place'),
  ),
)

const endTurn = prepared((db, p: UserJob) =>
  db.selectNoFrom(({ fn, lit, val }) =>
    fn<string | null>('end_job_turn', [
      val(p.queue),
      val(p.jobId),
      val(p.userId),
      lit(MAX_RUNNING),
      lit(LEASE_SECONDS),
    ]).as('nextJobId'),
  ),
)

/**
 * Takes a turn of the job's user, or a place in the user's line.
 *
 * @returns 0 when the job may begin; else the milliseconds after which it is to
 *   be taken again, in case nobody hands it a turn before. The further back in
 *   line, the longer, so that a long line costs little.
 */
export async function takeJobTurn(em: EntityManager, job: UserJob): Promise<number> {
  const [row] = await takeTurn(em, job)
  return Math.min((row?.place ?? 0) * 1_000, MAX_WAIT_MS)
}

/**
 * Ends a job's turn and hands it to the next job in the user's line.
 *
 * @returns the id of that job, which its queue should wake; null when there is none
 */
export async function endJobTurn(em: EntityManager, job: UserJob): Promise<string | null> {
  const [row] = await endTurn(em, job)
  return row?.nextJobId ?? null
}

/** Renews the turns of jobs at work; to be called every few seconds. */
export async function renewJobTurns(
  em: EntityManager,
  queue: string,
  jobIds: string[],
): Promise<void> {
  await kysely(em)
    .updateTable('JobTurn')
    .set({ expiresAt: secondsFromNow(LEASE_SECONDS) })
    .where('queue', '=', queue)
    .where('jobId', 'in', jobIds)
    .execute()
}

/** Removes the rows of workers and jobs that are gone. Part of the clean-up job. */
export async function deleteExpiredJobTurns(em: EntityManager): Promise<number> {
  const { numDeletedRows } = await kysely(em)
    .deleteFrom('JobTurn')
    .where('expiresAt', '<', now())
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
