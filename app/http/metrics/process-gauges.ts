import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import { withDeadline } from '#core/deadline.ts'
import { QUEUE_KINDS, type QueueKind } from '#core/jobs/catalogue.ts'
import type { GenerationRegistry } from '#core/replies/generation-registry.ts'
import type { Services } from '#core/services.server.ts'
import type { RequestMeter } from './measure-requests.ts'

const QUEUE_DEADLINE_MS = 2_000
const JOB_STATES = ['waiting', 'active', 'delayed', 'failed', 'completed'] as const

type QueueCounts = { queue: QueueKind; counts: Record<string, number> }

type Sources = { services: Services; generations: GenerationRegistry; meter: RequestMeter }

/**
 * Registers the metrics whose value is looked up when they are read: the
 * process, its database connections, its open requests, the job queue.
 */
export function registerGauges({ services, generations, meter }: Sources): void {
  const { registry } = services.metrics
  collectDefaultMetrics({ register: registry })
  gauge(registry, 'parley_http_requests_open', 'Requests that are being answered.', (set) =>
    set({}, meter.open().requests),
  )
  gauge(registry, 'parley_streams_open', 'Streamed replies that somebody is reading.', (set) =>
    set({}, meter.open().streams),
  )
  gauge(registry, 'parley_replies_running', 'Replies that this process is writing.', (set) =>
    set({}, generations.size),
  )
  gauge(
    registry,
    'parley_pg_pool_connections',
    'Database connections of this process, by state; waiting: queries without one.',
    async (set) => {
      const pool = await services.orm.em.getConnection().getNativeClient()
      set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      set({ state: 'idle' }, pool.idleCount)
      set({ state: 'waiting' }, pool.waitingCount)
    },
  )
  registerQueueGauges(services)
}

function registerQueueGauges({ metrics: { registry }, jobs, log }: Services) {
  let lookUp: Promise<QueueCounts[] | null> | undefined

  async function readCounts() {
    try {
      const counts = QUEUE_KINDS.map(async (queue) => ({
        queue,
        counts: await jobs.queues[queue].getJobCounts(...JOB_STATES),
      }))
      const message = 'The queue did not answer in time.'
      return await withDeadline(Promise.all(counts), QUEUE_DEADLINE_MS, message)
    } catch (err) {
      log.warn({ err }, 'queue depth not known')
      return null
    }
  }

  /** One look-up for both gauges, which are read at the same time. */
  function readCountsOnce() {
    lookUp ??= readCounts().finally(() => {
      lookUp = undefined
    })
    return lookUp
  }

  gauge(registry, 'parley_queue_up', '1 when the queues answered, else 0.', async (set) =>
    set({}, (await readCountsOnce()) ? 1 : 0),
  )
  gauge(
    registry,
    'parley_queue_jobs',
    'Jobs in each queue, by state; failed: for good, kept for 14 days.',
    async (set) => {
      for (const { queue, counts } of (await readCountsOnce()) ?? []) {
        for (const [state, count] of Object.entries(counts)) set({ queue, state }, count)
      }
    },
  )
}

type SetValue = (labels: { queue?: QueueKind; state?: string }, value: number) => void

function gauge(
  registry: Registry,
  name: string,
  help: string,
  collect: (set: SetValue) => void | Promise<void>,
) {
  new Gauge({
    name,
    help,
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      // Series that have no value this time are dropped, not shown with an old one.
      this.reset()
      await collect((labels, value) => this.set(labels, value))
    },
  })
}
