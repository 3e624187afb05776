import { closeBaseServices, createBaseServices } from '#core/base-services.ts'
import { readServiceEnvOrExit } from '#core/env.server.ts'
import { QUEUE_KINDS, type QueueKind } from '#core/jobs/catalogue.ts'
import { logOutages } from '#core/jobs/log-outages.ts'
import { createWorker } from '#core/jobs/queue.ts'
import { scheduleCleanUp } from '#core/jobs/schedule-clean-up.ts'
import { createLogger } from '#core/log.ts'
import { releaseStartMemory } from '#core/release-start-memory.ts'
import { onShutdown } from '#core/shutdown.ts'
import { lowerPriority } from './lower-priority.ts'
import { createRunJob } from './run-job.ts'

/**
 * The worker process. It takes jobs from both queues until SIGTERM, and then ends
 * once the jobs under way are done.
 */

/**
 * A job whose worker has died loses its lock after this time, and runs again
 * after two more checks at the latest: together well below the 30 seconds that
 * an upload waits.
 */
const LOCK_MS = 10_000
const STALLED_CHECK_MS = 4_000

/** How often a job may lose its worker before it fails: it may be what kills the workers. */
const MAX_STALLED = 5

/** The pause before the queue is asked again when it did not answer. */
const RETRY_MS = 1_000

const env = readServiceEnvOrExit()
const log = createLogger(env.LOG_LEVEL, 'worker')
lowerPriority(log)
const services = await createBaseServices(env, log)
const stopping = new AbortController()

/** How many jobs of each queue this process runs at once. */
const concurrency: Record<QueueKind, number> = {
  interactive: env.INTERACTIVE_JOBS,
  model: env.MODEL_JOBS,
}
const onError = logOutages(log, 'queue connection failed')

const workers = QUEUE_KINDS.map((kind) => {
  const worker = createWorker(env, kind, createRunJob(services, kind, stopping.signal), {
    concurrency: concurrency[kind],
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: MAX_STALLED,
    runRetryDelay: RETRY_MS,
  })
  worker.on('error', onError)
  worker.on('stalled', (jobId) =>
    log.warn({ jobId }, 'job stalled, its worker is gone; runs again'),
  )
  return worker
})

let isWorking = false
let stopScheduling = () => {}
onShutdown(log, env.DRAIN_SECONDS, async () => {
  // Closing would wait for a queue that has not answered yet.
  if (!isWorking) return
  stopScheduling()
  const deadline = setTimeout(() => stopping.abort(), env.DRAIN_SECONDS * 1_000)
  // Waits for the jobs under way. After the deadline they are aborted, and run
  // again in another worker.
  await Promise.all(workers.map((worker) => worker.close()))
  clearTimeout(deadline)
  await closeBaseServices(services)
})

await Promise.all(workers.map((worker) => worker.waitUntilReady()))
isWorking = true
stopScheduling = scheduleCleanUp(services.jobs.queues.interactive, log)
log.info({ concurrency }, 'working')
releaseStartMemory()
