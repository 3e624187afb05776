import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { IsoTimestamp } from '../iso-timestamp.ts'

/**
 * A job that a user has at work, or that waits because the user has enough of
 * them at work already (docs/decisions/0020-two-queues.md). Written by the
 * functions `take_job_turn` and `end_job_turn`. The table is unlogged: it costs
 * no disk write a job, and after a crash of Postgres it is empty.
 */
export const JobTurn = defineEntity({
  name: 'JobTurn',
  tableName: 'job_turn',
  indexes: [{ properties: ['userId', 'queue'] }, { properties: ['expiresAt'] }],
  properties: {
    queue: p.text().primary(),
    jobId: p.text().primary(),
    /** No foreign key: a job may outlive its user. */
    userId: p.uuid(),
    /** Whether the job is at work, or is about to be; else it waits in the user's line. */
    isRunning: p.boolean().default(false),
    waitingSince: p.type(IsoTimestamp).defaultRaw('now()'),
    /** From then on the row counts for nothing: its worker is gone, or its job. */
    expiresAt: p.type(IsoTimestamp),
  },
})

export type JobTurn = InferEntity<typeof JobTurn>
