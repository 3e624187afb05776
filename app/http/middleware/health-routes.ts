import { Router } from 'express'
import { withDeadline } from '#core/deadline.ts'
import type { Services } from '#core/services.server.ts'
import { kysely } from '#db/kysely.ts'
import { hasPendingMigrations } from '#db/pending-migrations.ts'
import { RETRY_AFTER_SECONDS } from '../responses/problem.ts'
import type { DrainState } from './close-connections-on-drain.ts'

const CHECK_DEADLINE_MS = 3_000

/**
 * Makes the routes for load balancers and operators (docs/interface.md, "Health
 * and readiness"). `GET /healthz`: 200 as soon as the process serves. `GET
 * /readyz`: 200 when the database and the queue answer and all migrations are
 * applied; else 503 with what is missing. A draining process is not ready.
 */
export function healthRoutes(services: Services, state: DrainState): Router {
  const router = Router()

  router.get('/healthz', (_req, res) => {
    res.set('Cache-Control', 'no-store').type('text/plain').send('ok')
  })

  let running: Promise<string[]> | undefined

  router.get('/readyz', async (_req, res) => {
    // Whoever asks meanwhile gets the same answer: nobody can make the database busy by asking.
    running ??= findMissing(services).finally(() => {
      running = undefined
    })
    const missing = [...(await running), ...(state.draining ? ['draining'] : [])]
    const ready = missing.length === 0
    if (!ready) res.set('Retry-After', String(RETRY_AFTER_SECONDS))
    res
      .status(ready ? 200 : 503)
      .set('Cache-Control', 'no-store')
      .json(ready ? { status: 'ready' } : { status: 'unavailable', missing })
  })

  return router
}

/** Gives the names of what does not answer, each of which has three seconds. */
async function findMissing(services: Services): Promise<string[]> {
  const checks = {
    database: () =>
      kysely(services.orm.em.fork())
        .selectNoFrom((eb) => eb.lit(1).as('one'))
        .execute(),
    migrations: async () => {
      if (await hasPendingMigrations(services.orm)) throw new Error('migrations are pending')
    },
    queue: () =>
      Promise.all(
        Object.values(services.jobs.queues).map((queue) => queue.getJobCounts('waiting')),
      ),
  }
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        await withDeadline(Promise.resolve(check()), CHECK_DEADLINE_MS, `${name} did not answer`)
        return null
      } catch (err) {
        services.log.warn({ err, check: name }, 'not ready')
        return name
      }
    }),
  )
  return results.filter((name) => name !== null)
}
