import type { JobName, JobPayload } from '#core/jobs/catalogue.ts'
import type { Logger } from '#core/log.ts'
import type { Services } from '#core/services.server.ts'

export type JobContext = {
  /** Carries the job's name and id and the request's id. */
  log: Logger
  /** Aborted when the process must end before the job has. */
  signal: AbortSignal
  isLastAttempt: boolean
}

/** The work of one job. It must be safe to run twice, because a worker may be killed at any line. */
export type Processor<N extends JobName> = (
  services: Services,
  payload: JobPayload<N>,
  job: JobContext,
) => Promise<void>
