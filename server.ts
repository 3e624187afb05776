import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { createWebApp } from '#app/web.ts'
import { readServiceEnvOrExit } from '#core/env.server.ts'
import { createLogger } from '#core/log.ts'
import { releaseStartMemory } from '#core/release-start-memory.ts'
import { closeServices, createServices } from '#core/services.server.ts'
import { onShutdown } from '#core/shutdown.ts'
import { boundConnections } from '#http/connections/bound-connections.ts'

/** The web process: builds the services, listens, drains on SIGTERM. */
const env = readServiceEnvOrExit()
const log = createLogger(env.LOG_LEVEL, 'web')
const services = await createServices(env, log)
const web = await createWebApp(services, await devMiddleware())
const server = createServer(web.handler)

// A client that sends its request slowly or not at all must not hold a socket
// for as long as Node's defaults allow. These do not affect a streamed reply.
server.headersTimeout = 20_000
server.requestTimeout = 120_000
// Longer than the usual routers keep an idle connection (95 s), so that it is
// they who close it: a request on a connection that we close meanwhile is lost.
server.keepAliveTimeout = 100_000
boundConnections(server, env, log)
/** Connections that wait to be accepted; the system may allow fewer (`net.core.somaxconn`). */
const MAX_BACKLOG = 4_096

server.on('error', (err: NodeJS.ErrnoException) => {
  log.fatal({ err }, err.code === 'EADDRINUSE' ? `port ${env.PORT} is taken` : 'cannot listen')
  process.exit(1)
})
// With Node's 511, connections of a burst would be lost, and tried again after a second or three.
server.listen({ port: env.PORT, host: env.HOST, backlog: MAX_BACKLOG }, () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : env.PORT
  log.info({ port, host: env.HOST, demo: services.models.isDemo }, 'listening')
  releaseStartMemory()
})

/** Time that connections have to close by themselves after the drain. */
const CONNECTIONS_CLOSE_MS = 2_000

onShutdown(log, env.DRAIN_SECONDS, async (reason) => {
  const drainEndsAt = Date.now() + env.DRAIN_SECONDS * 1_000
  web.announceDrain()
  if (reason === 'SIGTERM') await sleep(routersMoveOnMs())
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  await web.drain(drainEndsAt - Date.now())
  server.closeIdleConnections()
  await Promise.race([closed, sleep(CONNECTIONS_CLOSE_MS, undefined, { ref: false })])
  server.closeAllConnections()
  await closeServices(services)
})

/** How long routers have, in milliseconds, to see that this process is not ready any more. */
function routersMoveOnMs(): number {
  return Math.min(env.DRAIN_DELAY_SECONDS, env.DRAIN_SECONDS) * 1_000
}

async function devMiddleware() {
  if (env.NODE_ENV !== 'development') return undefined
  const { createDevMiddleware } = await import('./scripts/dev-server.ts')
  return createDevMiddleware()
}
