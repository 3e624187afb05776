import { Router } from 'express'
import { withDeadline } from '#core/jobs/producer.ts'
import { formatJobTallies, listJobTallies } from '#core/metrics/job-metrics.ts'
import type { Services } from '#core/services.server.ts'
import { mayReadMetrics } from './may-read-metrics.ts'

const DATABASE_DEADLINE_MS = 2_000

/**
 * `GET /metrics`: Prometheus text. Who may not read it gets 401 where there is
 * a token to send, and else 404, as if there were nothing.
 */
export function metricsRoute(services: Services): Router {
  const { registry } = services.metrics
  const router = Router()
  router.get('/metrics', async (req, res) => {
    res.set('Cache-Control', 'no-store')
    if (!mayReadMetrics(req, services.env.METRICS_TOKEN)) {
      if (services.env.METRICS_TOKEN) res.status(401).set('WWW-Authenticate', 'Bearer')
      else res.status(404)
      return void res.type('text/plain').send('Send METRICS_TOKEN as bearer.\n')
    }
    const [own, jobs] = await Promise.all([registry.metrics(), jobMetrics(services)])
    res.set('Content-Type', registry.contentType).send(own + jobs)
  })
  return router
}

/** What the workers have counted; without a database, the rest is shown all the same. */
async function jobMetrics({ orm, log }: Services): Promise<string> {
  try {
    const tallies = listJobTallies(orm.em.fork())
    return formatJobTallies(
      await withDeadline(tallies, DATABASE_DEADLINE_MS, 'The database did not answer in time.'),
    )
  } catch (err) {
    log.warn({ err }, 'job metrics not known')
    return ''
  }
}
