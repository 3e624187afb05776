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

/** The work of one job. It is safe to run twice: a worker may die at any line. */
export type Processor<N extends JobName> = (
  services: Services,
  payload: JobPayload<N>,
  job: JobContext,
) => Promise<void>

/** One processor a job of the catalogue; one that is missing fails the type check. */
export type Processors = { [N in JobName]: Processor<N> }
