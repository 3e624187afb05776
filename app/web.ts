import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createRequestHandler } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import compression from 'compression'
import express, { type Request, type RequestHandler, type Response } from 'express'
import { createGenerationRegistry } from '#core/replies/generation-registry.ts'
import type { Services } from '#core/services.server.ts'
import { createRequestContext } from './http/context.ts'
import { createRateLimits } from './http/limits/rate-limits.ts'
import { createLiveConnections } from './http/live/live-connections.ts'
import { createRequestMeter } from './http/metrics/measure-requests.ts'
import { metricsRoute } from './http/metrics/metrics-route.ts'
import { registerGauges } from './http/metrics/process-gauges.ts'
import { createRoutePatterns } from './http/metrics/route-patterns.ts'
import { createApiHandler } from './http/middleware/api-handler.ts'
import {
  closeConnectionsOnDrain,
  type DrainState,
} from './http/middleware/close-connections-on-drain.ts'
import { dropUnreadBodies } from './http/middleware/drop-unread-bodies.ts'
import { healthRoutes } from './http/middleware/health-routes.ts'
import { joinSmallChunks } from './http/middleware/join-small-chunks.ts'
import { limitRequests } from './http/middleware/limit-requests.ts'
import { logRequests } from './http/middleware/log-requests.ts'
import { setPublicOrigin } from './http/middleware/public-origin.ts'
import { answerErrors, refuseMalformed } from './http/middleware/refuse-malformed.ts'
import { runFiles } from './http/middleware/run-files.ts'
import { securityHeaders } from './http/middleware/security-headers.ts'
import { startInTurn } from './http/middleware/start-in-turn.ts'
import { docsPage } from './http/pages/docs-page.ts'
import { QUEUE_PAGE_PATH, queuePage } from './http/queue-page/queue-page.ts'
import { createBodyBudget } from './http/requests/body-budget.ts'
import { refuseCrossSiteWrites } from './http/requests/cross-site.ts'

type WebApp = {
  handler: RequestListener
  /** Is not ready any more from now on, and asks clients to open new connections; still serves. */
  announceDrain(): void
  /** Lets running replies finish for at most `ms`, then stores the rest as interrupted. */
  drain(ms: number): Promise<void>
}

/** In development Vite serves the assets, and builds the routes again when they change. */
type DevMiddleware = { assets: RequestHandler; build: () => Promise<ServerBuild> }

const root = fileURLToPath(new URL('..', import.meta.url))
const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS

/** Makes the Express application of the web process. */
export async function createWebApp(services: Services, dev?: DevMiddleware): Promise<WebApp> {
  const { env } = services
  const generations = createGenerationRegistry(services)
  const limits = createRateLimits(services)
  const live = createLiveConnections()
  const bodies = createBodyBudget(env.BODY_MEMORY)
  const build = dev?.build ?? ((await import(`${root}build/server/index.js`)) as ServerBuild)
  const routes = typeof build === 'function' ? {} : build.routes
  const meter = createRequestMeter(services.metrics, createRoutePatterns(routes))
  registerGauges({ services, generations, meter })
  const state: DrainState = { draining: false }
  const remix = {
    build,
    mode: env.NODE_ENV,
    getLoadContext: (req: Request, res: Response) =>
      createRequestContext({ services, generations, limits, live, bodies }, req, res),
  }
  const app = express()
  app.disable('x-powered-by')
  app.set('etag', false)
  app.set('query parser', 'simple')
  app.set('trust proxy', env.TRUST_PROXY)
  app.use(logRequests(services.log))
  app.use(closeConnectionsOnDrain(state))
  app.use(meter.measure)
  app.use(joinSmallChunks())
  app.use(dropUnreadBodies())
  app.use(refuseMalformed())
  app.use(metricsRoute(services))
  app.use(healthRoutes(services, state))
  app.use(limitRequests(env.CONNECTIONS_PER_NETWORK))
  app.use(startInTurn())
  app.use(setPublicOrigin(env))
  app.use(securityHeaders({ development: dev !== undefined, https: isHttps(env.BASE_URL) }))
  app.use(compression({ filter: isCompressible, threshold: 1024 }))
  // Before the static files, so that a call of the interface does not look for one on
  // disk. In development the routes change, and Remix's own handler serves them below.
  if (typeof build !== 'function') app.all('/api/*', createApiHandler({ ...remix, build }))
  if (typeof build !== 'function') app.use(docsPage({ ...remix, build }))
  app.use(runFiles(root, dev ? 'development' : 'production'))
  app.use(dev?.assets ?? builtFiles())
  app.use(QUEUE_PAGE_PATH, queuePage(services))
  app.use(refuseCrossSiteWrites())
  app.all('*', createRequestHandler(remix))
  app.use(answerErrors())
  return {
    handler: app,
    announceDrain() {
      state.draining = true
    },
    async drain(ms) {
      live.close()
      await generations.drain(ms)
      limits.close()
    },
  }
}

/** Serves the built files. Those of `/assets` have a hash in their name, so they never change. */
function builtFiles(): RequestHandler {
  // A folder is not answered with a redirect to itself and "/", whose address the caller has written.
  const files = { index: false, redirect: false }
  const assets = { ...files, immutable: true, maxAge: YEAR_MS }
  return express
    .Router()
    .use('/assets', express.static(`${root}build/client/assets`, assets))
    .use(express.static(`${root}build/client`, { ...files, maxAge: HOUR_MS }))
}

/** A streamed reply is sent as it is: compression would hold its pieces back. */
function isCompressible(req: Request, res: Response): boolean {
  return !res.hasHeader('X-Accel-Buffering') && compression.filter(req, res)
}

function isHttps(baseUrl: string | undefined): boolean {
  return baseUrl?.startsWith('https:') ?? false
}
