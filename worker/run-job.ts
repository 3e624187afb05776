import { z } from 'zod'
import { type AnyJobPayload, JOBS, type JobName } from '#core/jobs/catalogue.ts'
import type { Services } from '#core/services.server.ts'
import { processors } from './processors/index.ts'
import type { JobContext, Processor } from './processors/processor.ts'

export type ReceivedJob = {
  name: JobName
  data: AnyJobPayload
  id?: string
  attemptsMade?: number
  opts?: { attempts?: number }
}

/**
 * Runs one job: checks its payload, calls its processor, writes one log line.
 *
 * @param signal aborted when the process must end before the job has
 * @param unrecoverable makes the error that tells the queue not to try again
 * @throws what the processor failed with, so that the queue tries again
 */
export async function runJob(
  services: Services,
  job: ReceivedJob,
  signal: AbortSignal,
  unrecoverable: (message: string) => Error,
): Promise<void> {
  const definition = JOBS[job.name]
  if (!definition) throw unrecoverable(`There is no job named ${job.name}.`)
  const payload = definition.schema.safeParse(job.data)
  if (!payload.success) throw unrecoverable(`Invalid payload: ${z.prettifyError(payload.error)}`)
  const attempt = (job.attemptsMade ?? 0) + 1
  const attempts = job.opts?.attempts ?? 1
  const requestId = 'requestId' in payload.data ? payload.data.requestId : undefined
  const log = services.log.child({ job: job.name, jobId: job.id, ...(requestId && { requestId }) })
  const context: JobContext = { log, signal, isLastAttempt: attempt >= attempts }
  const startedAt = performance.now()
  const line = () => ({ attempt, attempts, ms: Math.round(performance.now() - startedAt) })
  try {
    const process = processors[job.name] as Processor<JobName>
    await process(services, payload.data, context)
    log.info(line(), 'job done')
  } catch (err) {
    log.error({ ...line(), err }, context.isLastAttempt ? 'job failed for good' : 'job failed')
    throw err
  }
}
