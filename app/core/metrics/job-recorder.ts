import type { Logger } from '#core/log.ts'
import type { Orm } from '#db/orm.ts'
import { addJobTallies, bucketOf, type JobRun, type JobTally } from './job-metrics.ts'

export type JobRecorder = {
  record(run: JobRun): void
  /** Writes what is left. */
  close(): Promise<void>
}

const FLUSH_MS = 3_000

/**
 * Counts runs of jobs in memory and adds them to the table every few seconds.
 * What cannot be written is kept for the next time; the kinds of runs are few,
 * so what is kept is bounded. A worker that is killed loses its last seconds.
 */
export function createJobRecorder(orm: Orm, log: Logger): JobRecorder {
  let tallies = new Map<string, JobTally>()
  const timer = setInterval(() => void flush(), FLUSH_MS)
  timer.unref()

  function add({ job, outcome, upToMs, count, seconds }: JobTally) {
    const key = `${job} ${outcome} ${upToMs}`
    const known = tallies.get(key)
    tallies.set(key, {
      job,
      outcome,
      upToMs,
      count: (known?.count ?? 0) + count,
      seconds: (known?.seconds ?? 0) + seconds,
    })
  }

  async function flush() {
    if (tallies.size === 0) return
    const batch = [...tallies.values()]
    tallies = new Map()
    try {
      await addJobTallies(orm.em.fork(), batch)
    } catch (err) {
      for (const tally of batch) add(tally)
      log.warn({ err }, 'job metrics not stored, trying again')
    }
  }

  return {
    record({ job, outcome, ms }) {
      add({ job, outcome, upToMs: bucketOf(ms), count: 1, seconds: ms / 1_000 })
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}
