import type { JobsOptions } from 'bullmq'
import { z } from 'zod'

/**
 * Every job: its name, the schema of its payload, its options. Payloads carry
 * ids, never bytes or secrets. The work itself is in `worker/processors/`; a
 * job without a processor fails the type check of `worker/run-job.ts`.
 */

type JobDefinition = { queue: QueueKind; schema: z.ZodType; options: JobsOptions }

/**
 * Two queues, so that a slow model provider never holds up a picture: each has
 * workers of its own (docs/decisions/0020-two-queues.md). In `interactive` are
 * the jobs that use this machine alone; each job in `model` waits for the model
 * provider.
 */
export const QUEUE_KINDS = ['interactive', 'model'] as const
export type QueueKind = (typeof QUEUE_KINDS)[number]

/**
 * The names of the queues in Redis or Postgres. `jobs` was the only queue once:
 * a process of that time may still add model jobs to it, which the worker moves
 * on (worker/run-job.ts).
 */
export const QUEUE_NAMES: Record<QueueKind, string> = { interactive: 'jobs', model: 'model-jobs' }

/**
 * Kept for the queue page and for finding faults; older ones are removed. The
 * counts are of the queue: when a job ends, BullMQ removes also those of other
 * jobs that are beyond its own, so that all jobs that are kept have the same.
 */
const KEEP_COMPLETED = { age: 24 * 3600, count: 1_000 }
const KEEP_FAILED = { age: 14 * 24 * 3600, count: 5_000 }

/** Whose job it is, for the fairness between users; a job of the release before has none. */
const owner = { userId: z.uuid().optional() }

const retention = { removeOnComplete: KEEP_COMPLETED, removeOnFail: KEEP_FAILED }

export const JOBS = {
  /** Writes a chat's title from its first message. */
  'generate-title': {
    queue: 'model',
    schema: z.object({ chatId: z.uuid(), requestId: z.string(), ...owner }),
    options: {
      ...retention,
      attempts: 5,
      backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
    },
  },
  /** Writes the edit suggestions that a `requestSuggestions` tool call asked for. */
  'generate-suggestions': {
    queue: 'model',
    schema: z.object({
      /** The tool call, as a UUID; the suggestions carry it. */
      suggestionRequestId: z.uuid(),
      documentId: z.uuid(),
      /** createdAt of the version, ISO 8601. */
      documentCreatedAt: z.string(),
      userId: z.uuid(),
      requestId: z.string(),
    }),
    options: {
      ...retention,
      attempts: 4,
      backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
    },
  },
  /** Validates a staged upload and stores the final image. */
  'process-upload': {
    queue: 'interactive',
    schema: z.object({ uploadId: z.uuid(), requestId: z.string(), ...owner }),
    options: {
      ...retention,
      attempts: 4,
      backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
    },
  },
  /** Mails a link with which a password is reset. */
  'send-password-reset': {
    queue: 'interactive',
    schema: z.object({ resetId: z.uuid(), requestId: z.string(), ...owner }),
    options: {
      ...retention,
      attempts: 4,
      backoff: { type: 'exponential', delay: 2_000, jitter: 0.5 },
    },
  },
  /** Removes what is left of an account that its user has deleted, and its files. */
  'delete-account': {
    queue: 'interactive',
    schema: z.object({ userId: z.uuid(), requestId: z.string() }),
    options: {
      ...retention,
      attempts: 5,
      backoff: { type: 'exponential', delay: 5_000, jitter: 0.5 },
    },
  },
  /** Runs every minute; see worker/processors/clean-up.ts. */
  'clean-up': {
    queue: 'interactive',
    schema: z.object({}),
    // It comes so often that its runs would displace the uploads of the queue,
    // and any count of its own would count those too; the log has each run.
    options: { removeOnComplete: true, removeOnFail: true, attempts: 1 },
  },
} satisfies Record<string, JobDefinition>

export type JobName = keyof typeof JOBS
export type JobPayload<N extends JobName> = z.infer<(typeof JOBS)[N]['schema']>
export type AnyJobPayload = { [N in JobName]: JobPayload<N> }[JobName]
