import type { Models } from '#core/ai/models.ts'
import type { BaseServices } from '#core/base-services.ts'
import type { JOBS, JobName, JobPayload } from '#core/jobs/catalogue.ts'
import type { Logger } from '#core/log.ts'

export type JobContext = {
  /** Carries the job's name and id and the request's id. */
  log: Logger
  /** Aborted when the process must end before the job has. */
  signal: AbortSignal
  isLastAttempt: boolean
}

/** The models are loaded for the jobs of their queue only. */
export type ModelServices = BaseServices & { models: Models }

type ServicesOf<N extends JobName> = (typeof JOBS)[N]['queue'] extends 'model'
  ? ModelServices
  : BaseServices

/** The work of one job. It must be safe to run twice, because a worker may be killed at any line. */
export type Processor<N extends JobName> = (
  services: ServicesOf<N>,
  payload: JobPayload<N>,
  job: JobContext,
) => Promise<void>
