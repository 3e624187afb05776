import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, test } from 'vitest'
import { createLogger } from '#core/log.ts'
import type { Services } from '#core/services.server.ts'
import { healthRoutes } from '#http/middleware/health-routes.ts'

const CALLERS = 20

test('those who ask at the same time whether the process is ready share one look at it', async () => {
  const arrived = Promise.withResolvers<void>()
  let requests = 0
  let looks = 0
  const queue = {
    async getJobCounts() {
      looks += 1
      await arrived.promise
    },
  }
  const services = {
    log: createLogger('silent', 'test'),
    jobs: { queues: { interactive: queue } },
  } as unknown as Services
  const app = express()
  app.use((_req, _res, next) => {
    next()
    requests += 1
    if (requests === CALLERS) arrived.resolve()
  })
  app.use(healthRoutes(services, { draining: false }))
  const server = createServer(app).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    const ask = async () => {
      const response = await fetch(`http://127.0.0.1:${port}/readyz`)
      expect(response.status).toBe(503)
      // The services have no database.
      expect(await response.json()).toEqual({
        status: 'unavailable',
        missing: ['database', 'migrations'],
      })
    }
    await Promise.all(Array.from({ length: CALLERS }, ask))
    expect(looks).toBe(1)
    await ask()
    expect(looks).toBe(2)
  } finally {
    server.close()
  }
})
