import type { EntityManager } from '#db/orm.ts'

/**
 * Durations of jobs. A worker has no port to be asked at (a Heroku worker
 * cannot have one), so workers add what they have seen to a small table, and
 * every web process shows it (docs/decisions/0008-job-metrics-in-a-table.md).
 */

/** How a run of a job ended: `retried` runs again, `dead` does not. */
export type JobOutcome = 'completed' | 'retried' | 'dead'

export type JobRun = { job: string; outcome: JobOutcome; ms: number }

/** Runs with the same job, outcome and bucket. */
export type JobTally = {
  job: string
  outcome: string
  /** Upper bound of the duration, in milliseconds. */
  upToMs: number
  count: number
  seconds: number
}

const UNBOUNDED_MS = 2_147_483_647
const BUCKETS_MS = [10, 50, 100, 500, 1_000, 5_000, 15_000, 30_000, 60_000, 300_000, UNBOUNDED_MS]

/** The bucket of a duration. */
export function bucketOf(ms: number): number {
  return BUCKETS_MS.find((bound) => ms <= bound) ?? UNBOUNDED_MS
}

/** Adds to the table, in one statement. */
export async function addJobTallies(em: EntityManager, tallies: JobTally[]): Promise<void> {
  if (tallies.length === 0) return
  await em.execute(
    `insert into job_metric as m (job, outcome, up_to_ms, count, seconds)
     values ${tallies.map(() => '(?, ?, ?, ?, ?)').join(', ')}
     on conflict (job, outcome, up_to_ms)
     do update set count = m.count + excluded.count, seconds = m.seconds + excluded.seconds`,
    tallies.flatMap(({ job, outcome, upToMs, count, seconds }) => [
      job,
      outcome,
      upToMs,
      count,
      seconds,
    ]),
  )
}

/** Reads the table, ordered by job, outcome and bucket. */
export async function listJobTallies(em: EntityManager): Promise<JobTally[]> {
  const rows = await em.execute<(Omit<JobTally, 'upToMs' | 'count'> & Row)[]>(
    'select job, outcome, up_to_ms, count, seconds from job_metric order by job, outcome, up_to_ms',
  )
  return rows.map(({ up_to_ms, count, ...row }) => ({
    ...row,
    upToMs: up_to_ms,
    count: Number(count),
  }))
}

type Row = { up_to_ms: number; count: string | number }

const NAME = 'parley_job_duration_seconds'

/**
 * Writes the tallies as a histogram in Prometheus' text format. By hand,
 * because prom-client's histograms can only observe, not be set.
 */
export function formatJobTallies(tallies: JobTally[]): string {
  const groups = Map.groupBy(tallies, ({ job, outcome }) => `job="${job}",outcome="${outcome}"`)
  const lines = [
    `# HELP ${NAME} Runs of jobs in all workers, by job and outcome (completed, retried, dead).`,
    `# TYPE ${NAME} histogram`,
  ]
  for (const [labels, group] of groups) {
    let count = 0
    let seconds = 0
    for (const upToMs of BUCKETS_MS) {
      const found = group.find((tally) => tally.upToMs === upToMs)
      count += found?.count ?? 0
      seconds += found?.seconds ?? 0
      const le = upToMs === UNBOUNDED_MS ? '+Inf' : String(upToMs / 1_000)
      lines.push(`${NAME}_bucket{${labels},le="${le}"} ${count}`)
    }
    lines.push(`${NAME}_sum{${labels}} ${seconds}`, `${NAME}_count{${labels}} ${count}`)
  }
  return `${lines.join('\n')}\n`
}
