import type { JobsOptions } from 'bullmq'
import { z } from 'zod'

/**
 * Every job: its name, the schema of its payload, its options. Payloads carry
 * ids, never bytes or secrets. The work itself is in `worker/processors/`; a
 * job without a processor fails the type check of `worker/run-job.ts`.
 */

type JobDefinition = { schema: z.ZodType; options: JobsOptions }

/** Kept for the queue page and for finding faults; older ones are removed. */
const KEEP_COMPLETED = { age: 24 * 3600, count: 1_000 }
const KEEP_FAILED = { age: 14 * 24 * 3600, count: 5_000 }

const retention = { removeOnComplete: KEEP_COMPLETED, removeOnFail: KEEP_FAILED }

export const JOBS = {
  /** Writes a chat's title from its first message. */
  'generate-title': {
    schema: z.object({ chatId: z.uuid(), requestId: z.string() }),
    options: {
      ...retention,
      attempts: 5,
      backoff: { type: 'exponential', delay: 1_000, jitter: 0.5 },
    },
  },
  /** Writes the edit suggestions that a `requestSuggestions` tool call asked for. */
  'generate-suggestions': {
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
    schema: z.object({ uploadId: z.uuid(), requestId: z.string() }),
    options: {
      ...retention,
      attempts: 4,
      backoff: { type: 'exponential', delay: 500, jitter: 0.5 },
    },
  },
  /** Runs every minute; see worker/processors/clean-up.ts. */
  'clean-up': {
    schema: z.object({}),
    options: { removeOnComplete: { count: 20 }, removeOnFail: { count: 100 }, attempts: 1 },
  },
} satisfies Record<string, JobDefinition>

export type JobName = keyof typeof JOBS
export type JobPayload<N extends JobName> = z.infer<(typeof JOBS)[N]['schema']>
export type AnyJobPayload = { [N in JobName]: JobPayload<N> }[JobName]

/** All jobs share one queue; the worker's concurrency is per process. */
export const QUEUE_NAME = 'jobs'
