import { UnrecoverableError } from 'bullmq'
import { z } from 'zod'
import { type AnyJobPayload, JOBS, type JobName } from '#core/jobs/catalogue.ts'
import type { Services } from '#core/services.server.ts'
import { cleanUp } from './processors/clean-up.ts'
import { generateSuggestions } from './processors/generate-suggestions.ts'
import { generateTitle } from './processors/generate-title.ts'
import { processUpload } from './processors/process-upload.ts'
import type { JobContext, Processor } from './processors/processor.ts'

/** Each job of the catalogue has a processor: one that is missing fails the type check. */
const PROCESSORS: { [Name in JobName]: Processor<Name> } = {
  'generate-title': generateTitle,
  'generate-suggestions': generateSuggestions,
  'process-upload': processUpload,
  'clean-up': cleanUp,
}

type ReceivedJob = {
  name: JobName
  data: AnyJobPayload
  id?: string
  attemptsMade?: number
  opts?: { attempts?: number }
}

/**
 * Runs one job: checks its payload, calls its processor, and logs one line.
 *
 * @param signal aborted when the process must end before the job has
 * @throws {UnrecoverableError} for an unknown job or an invalid payload, so that
 *   the queue does not try again; else what the processor failed with, so that
 *   it does
 */
export async function runJob(
  services: Services,
  job: ReceivedJob,
  signal: AbortSignal,
): Promise<void> {
  const definition = JOBS[job.name]
  if (!definition) throw new UnrecoverableError(`There is no job named ${job.name}.`)
  const payload = definition.schema.safeParse(job.data)
  if (!payload.success) {
    throw new UnrecoverableError(`Invalid payload: ${z.prettifyError(payload.error)}`)
  }
  const attempt = (job.attemptsMade ?? 0) + 1
  const attempts = job.opts?.attempts ?? 1
  const requestId = 'requestId' in payload.data ? payload.data.requestId : undefined
  const log = services.log.child({ job: job.name, jobId: job.id, ...(requestId && { requestId }) })
  const context: JobContext = { log, signal, isLastAttempt: attempt >= attempts }
  const startedAt = performance.now()
  const summary = () => ({ attempt, attempts, ms: Math.round(performance.now() - startedAt) })
  try {
    const processor = PROCESSORS[job.name] as Processor<JobName>
    await processor(services, payload.data, context)
    log.info(summary(), 'job done')
  } catch (err) {
    log.error({ ...summary(), err }, context.isLastAttempt ? 'job failed for good' : 'job failed')
    throw err
  }
}
