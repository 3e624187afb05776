import { DelayedError, UnrecoverableError } from 'bullmq'
import { z } from 'zod'
import type { BaseServices } from '#core/base-services.ts'
import { type AnyJobPayload, JOBS, type JobName, type QueueKind } from '#core/jobs/catalogue.ts'
import type { TakenJob } from '#core/jobs/queue.ts'
import { cleanUp } from './processors/clean-up.ts'
import { processUpload } from './processors/process-upload.ts'
import type { JobContext, ModelServices, Processor } from './processors/processor.ts'
import { createRunInTurn } from './run-in-turn.ts'

/**
 * Each job of the catalogue has a processor: one that is missing fails the type
 * check. Those that call a model are loaded at their first job.
 */
const PROCESSORS: { [Name in JobName]: () => Promise<Processor<Name>> } = {
  'generate-title': async () => (await import('./processors/generate-title.ts')).generateTitle,
  'generate-suggestions': async () =>
    (await import('./processors/generate-suggestions.ts')).generateSuggestions,
  'process-upload': async () => processUpload,
  'send-password-reset': async () =>
    (await import('./processors/send-password-reset.ts')).sendPasswordReset,
  'delete-account': async () => (await import('./processors/delete-account.ts')).deleteAccount,
  'clean-up': async () => cleanUp,
}

type RunJob = (job: TakenJob, token: string) => Promise<void>

/**
 * Makes the function that runs the jobs of one queue: it checks the payload,
 * calls the processor when it is the turn of the job's user, and logs one line
 * for each attempt.
 *
 * It throws an UnrecoverableError for an unknown job or an invalid payload, so
 * that the queue does not try again; a DelayedError for a job that is put off;
 * else what the processor failed with, so that the queue does try again.
 *
 * @param signal aborted when the process must end before the job has
 */
export function createRunJob(services: BaseServices, kind: QueueKind, signal: AbortSignal): RunJob {
  const runInTurn = createRunInTurn(services, kind)
  let withModels: Promise<ModelServices> | undefined

  function servicesOfKind() {
    if (kind !== 'model') return services
    withModels ??= import('#core/ai/models.ts').then(({ createModels }) => ({
      ...services,
      models: createModels(services.env),
    }))
    return withModels
  }

  async function attempt(job: TakenJob, token: string, context: JobContext) {
    const payload = parsePayload(job)
    if (JOBS[job.name].queue !== kind) {
      // A process of the release before, which had one queue, has added it.
      await services.jobs.enqueue(job.name, job.id ?? '', payload)
      return
    }
    await runInTurn(job, token, async () => {
      const process = (await PROCESSORS[job.name]()) as Processor<JobName>
      await process((await servicesOfKind()) as ModelServices, payload, context)
    })
  }

  return async function runJob(job, token) {
    const number = job.attemptsMade + 1
    const attempts = job.opts.attempts ?? 1
    const log = services.log.child({ job: job.name, jobId: job.id, ...requestIdOf(job) })
    const startedAt = performance.now()
    const summary = () => ({
      attempt: number,
      attempts,
      ms: Math.round(performance.now() - startedAt),
    })
    try {
      await attempt(job, token, { log, signal, isLastAttempt: number >= attempts })
      log.info(summary(), 'job done')
    } catch (err) {
      if (err instanceof DelayedError) {
        log.debug(summary(), 'job put off')
      } else if (number >= attempts || err instanceof UnrecoverableError) {
        log.error({ ...summary(), err }, 'job failed for good')
      } else {
        log.warn({ ...summary(), err }, 'job failed, runs again')
      }
      throw err
    }
  }
}

function parsePayload(job: TakenJob): AnyJobPayload {
  const definition = JOBS[job.name]
  if (!definition) throw new UnrecoverableError(`There is no job named ${job.name}.`)
  const payload = definition.schema.safeParse(job.data)
  if (payload.success) return payload.data
  throw new UnrecoverableError(`Invalid payload: ${z.prettifyError(payload.error)}`)
}

function requestIdOf({ data }: TakenJob): { requestId?: string } {
  return 'requestId' in data ? { requestId: String(data.requestId) } : {}
}
