import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { floorRoutes } from './floor-routes.ts'

/**
 * The floor: the least that could do the same work. `node:http`, `pg`, the same
 * SQL with the same session look-up; for a chat a plain proxy from the model's
 * events to lines of the data stream. No framework, no ORM, no validation, and
 * nothing is stored of a chat.
 */
const routes = floorRoutes({
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
  const url = new URL(request.url ?? '/', 'http://floor')
  const route = routes[`${request.method} ${url.pathname}`]
  if (!route) return void response.writeHead(404).end()
  await route(request, response, url.searchParams)
}

server.keepAliveTimeout = 65_000
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('SIGTERM', () => process.exit())
