import { UnrecoverableError } from 'bullmq'
import { readServiceEnvOrExit } from '#core/env.server.ts'
import { createWorker } from '#core/jobs/backend.ts'
import { scheduleCleanUp } from '#core/jobs/schedule.ts'
import { createLogger } from '#core/log.ts'
import { closeParts, createParts } from '#core/parts.server.ts'
import { onShutdown } from '#core/shutdown.ts'
import { runJob } from './run-job.ts'

/** The worker process: takes jobs, drains on SIGTERM. */
const CONCURRENCY = 8
/** A job whose worker has died is run again after this many milliseconds. */
const LOCK_MS = 15_000

const env = readServiceEnvOrExit()
const log = createLogger(env.LOG_LEVEL, 'worker')
const parts = await createParts(env, log)
const stopping = new AbortController()

const worker = createWorker(
  env,
  (job) => runJob(parts, job, stopping.signal, (message) => new UnrecoverableError(message)),
  { concurrency: CONCURRENCY, lockDuration: LOCK_MS, stalledInterval: LOCK_MS },
)
worker.on('error', (err) => log.warn({ err }, 'queue connection failed'))
worker.on('stalled', (jobId) => log.warn({ jobId }, 'job stalled, its worker is gone; runs again'))
await worker.waitUntilReady()
scheduleCleanUp(parts.jobs.queue, log)
log.info({ concurrency: CONCURRENCY }, 'working')

onShutdown(log, async () => {
  const deadline = setTimeout(() => stopping.abort(), env.DRAIN_SECONDS * 1_000)
  // Waits for the jobs under way; past the deadline they are aborted, and run
  // again elsewhere.
  await worker.close()
  clearTimeout(deadline)
  await closeParts(parts)
})
