import { collectDefaultMetrics, Gauge, type Registry } from 'prom-client'
import type { Generations } from '#core/chat/generations.ts'
import { withDeadline } from '#core/jobs/producer.ts'
import type { Services } from '#core/services.server.ts'
import type { RequestMeter } from './measure-requests.ts'

const QUEUE_DEADLINE_MS = 2_000

type Sources = { services: Services; generations: Generations; meter: RequestMeter }

/** Registers what is looked up when the metrics are read: the process, its pool, its streams, the queue. */
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
    ['state'],
  )
  registerQueueGauges(services)
}

/** `failed` are the dead jobs: their last attempt has failed, and they wait for a person. */
function registerQueueGauges({ metrics: { registry }, jobs, log }: Services) {
  const up = new Gauge({
    name: 'parley_queue_up',
    help: '1 when the queue answered, else 0.',
    registers: [registry],
  })
  gauge(
    registry,
    'parley_queue_jobs',
    'Jobs in the queue, by state; failed: dead, kept for 14 days.',
    async (set) => {
      try {
        const counts = await withDeadline(
          jobs.queue.getJobCounts('waiting', 'active', 'delayed', 'failed', 'completed'),
          QUEUE_DEADLINE_MS,
          'The queue did not answer in time.',
        )
        up.set(1)
        for (const [state, count] of Object.entries(counts)) set({ state }, count)
      } catch (err) {
        up.set(0)
        log.warn({ err }, 'queue depth not known')
      }
    },
    ['state'],
  )
}

type Set = (labels: Record<string, string>, value: number) => void

function gauge(
  registry: Registry,
  name: string,
  help: string,
  collect: (set: Set) => void | Promise<void>,
  labelNames: string[] = [],
) {
  new Gauge({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect() {
      // What is not there any more must not be shown as it last was.
      this.reset()
      await collect((labels, value) => this.set(labels, value))
    },
  })
}
