import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'

/**
 * Starts Vite's development server inside the web process.
 *
 * @returns the two options of `createWebApp` that replace a production build:
 *   `assets` serves scripts and styles from their sources, `build` gives the
 *   routes as they are at the time of the call
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
