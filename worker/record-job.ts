import { UnrecoverableError } from 'bullmq'
import { JOBS } from '#core/jobs/catalogue.ts'
import type { JobOutcome } from '#core/metrics/job-metrics.ts'
import type { JobRecorder } from '#core/metrics/job-recorder.ts'
import type { ReceivedJob } from './run-job.ts'

/** Runs a job and records how long it took and how it ended. */
export async function recordJob(
  recorder: JobRecorder,
  job: ReceivedJob,
  run: () => Promise<void>,
): Promise<void> {
  const startedAt = performance.now()
  let outcome: JobOutcome = 'completed'
  try {
    await run()
  } catch (error) {
    outcome = isLastRun(job, error) ? 'dead' : 'retried'
    throw error
  } finally {
    const name = Object.hasOwn(JOBS, job.name) ? job.name : 'unknown'
    recorder.record({ job: name, outcome, ms: performance.now() - startedAt })
  }
}

function isLastRun({ attemptsMade = 0, opts }: ReceivedJob, error: unknown): boolean {
  return error instanceof UnrecoverableError || attemptsMade + 1 >= (opts?.attempts ?? 1)
}
