import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'

/**
 * Starts Vite inside the web process.
 *
 * @returns the middleware that serves assets as they are now, and the routes'
 *   newest build; as `createWebApp` takes them
 */
export async function createDevMiddleware(): Promise<{
  assets: RequestHandler
  build: () => Promise<ServerBuild>
}> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true } })
  return {
    assets: vite.middlewares,
    build: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
  }
}
