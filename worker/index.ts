import { UnrecoverableError } from 'bullmq'
import { readServiceEnvOrExit } from '#core/env.server.ts'
import { createWorker } from '#core/jobs/backend.ts'
import { scheduleCleanUp } from '#core/jobs/schedule.ts'
import { createLogger } from '#core/log.ts'
import { closeServices, createServices } from '#core/services.server.ts'
import { onShutdown } from '#core/shutdown.ts'
import { runJob } from './run-job.ts'

/** The worker process: takes jobs, drains on SIGTERM. */
const CONCURRENCY = 8
/**
 * A job whose worker has died loses its lock after this many milliseconds, and
 * runs again at the next but one check at the latest: together well below the
 * 30 s that an upload waits.
 */
const LOCK_MS = 10_000
const STALLED_CHECK_MS = 4_000

/** How often a job may lose its worker before it counts as what ends workers. */
const MAX_STALLED = 5

/** How soon the queue is asked again after it did not answer. */
const RETRY_MS = 1_000

const env = readServiceEnvOrExit()
const log = createLogger(env.LOG_LEVEL, 'worker')
const services = await createServices(env, log)
const stopping = new AbortController()

const worker = createWorker(
  env,
  (job) => runJob(services, job, stopping.signal, (message) => new UnrecoverableError(message)),
  {
    concurrency: CONCURRENCY,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: MAX_STALLED,
    runRetryDelay: RETRY_MS,
  },
)
worker.on('error', (err) => log.warn({ err }, 'queue connection failed'))
worker.on('stalled', (jobId) => log.warn({ jobId }, 'job stalled, its worker is gone; runs again'))

let isWorking = false
onShutdown(log, env.DRAIN_SECONDS, async () => {
  // A queue that has not answered yet would not answer to a goodbye either.
  if (!isWorking) return
  const deadline = setTimeout(() => stopping.abort(), env.DRAIN_SECONDS * 1_000)
  // Waits for the jobs under way; past the deadline they are aborted, and run
  // again elsewhere.
  await worker.close()
  clearTimeout(deadline)
  await closeServices(services)
})

await worker.waitUntilReady()
isWorking = true
scheduleCleanUp(services.jobs.queue, log)
log.info({ concurrency: CONCURRENCY }, 'working')
