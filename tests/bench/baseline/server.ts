import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { baselineRoutes } from './routes.ts'

/**
 * The baseline that the service is compared with: a server that does the same
 * work with `node:http` and `pg` alone. It runs the same SQL with the same
 * session look-up, claims a turn, passes the reply on from the model to the
 * client, and stores it once, at its end. It has no framework, no ORM and no
 * validation.
 */
const routes = baselineRoutes({
  databaseUrl: String(process.env.DATABASE_URL),
  modelUrl: String(process.env.OPENAI_BASE_URL),
  dataDir: String(process.env.DATA_DIR),
})

const server = createServer((request, response) => {
  answer(request, response).catch((error: Error) => {
    if (!response.headersSent) response.writeHead(500)
    response.end(error.message)
  })
})

async function answer(request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://baseline')
  const route = routes[`${request.method} ${url.pathname}`]
  if (!route) return void response.writeHead(404).end()
  await route(request, response, url.searchParams)
}

server.keepAliveTimeout = 65_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
