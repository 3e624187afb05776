import { defineEntity, type InferEntity, p } from '@mikro-orm/core'

/** Runs of jobs, counted by all workers, for the metrics of the web process. */
export const JobMetric = defineEntity({
  name: 'JobMetric',
  tableName: 'job_metric',
  properties: {
    job: p.text().primary(),
    outcome: p.text().primary(),
    /** Upper bound of the duration: a bucket of a histogram. */
    upToMs: p.integer().primary(),
    count: p.bigint(),
    /** Sum of the durations. */
    seconds: p.double(),
  },
})

export type JobMetric = InferEntity<typeof JobMetric>
