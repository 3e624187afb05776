import { createServer } from 'node:http'
import { createWebApp } from '#app/web.ts'
import { readServiceEnvOrExit } from '#core/env.server.ts'
import { createLogger } from '#core/log.ts'
import { closeServices, createServices } from '#core/services.server.ts'
import { onShutdown } from '#core/shutdown.ts'

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
server.keepAliveTimeout = 65_000
// Closes the socket of a reader that takes nothing any more, which would keep
// its reply in memory. Longer than any reply is silent.
server.timeout = 15 * 60_000

server.on('error', (err: NodeJS.ErrnoException) => {
  log.fatal({ err }, err.code === 'EADDRINUSE' ? `port ${env.PORT} is taken` : 'cannot listen')
  process.exit(1)
})
server.listen(env.PORT, env.HOST, () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : env.PORT
  log.info({ port, host: env.HOST, demo: services.models.isDemo }, 'listening')
})

/** Time that connections have to close by themselves after the drain. */
const CONNECTIONS_CLOSE_MS = 2_000

onShutdown(log, env.DRAIN_SECONDS, async () => {
  const closed = new Promise((resolve) => server.close(resolve))
  server.closeIdleConnections()
  await web.drain(env.DRAIN_SECONDS * 1_000)
  server.closeIdleConnections()
  await Promise.race([
    closed,
    new Promise((resolve) => setTimeout(resolve, CONNECTIONS_CLOSE_MS).unref()),
  ])
  server.closeAllConnections()
  await closeServices(services)
})

async function devMiddleware() {
  if (env.NODE_ENV !== 'development') return undefined
  const { createDevMiddleware } = await import('./scripts/dev-server.ts')
  return createDevMiddleware()
}
