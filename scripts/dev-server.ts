import type { ServerBuild } from '@remix-run/node'
import type { DevMiddleware } from '#app/web.ts'

/**
 * The development side of the web process: Vite serves assets and the newest
 * build of the routes. Vite is loaded only here, so that production does not
 * need it.
 */
export async function createDevMiddleware(): Promise<DevMiddleware> {
  const { createServer } = await import('vite')
  const vite = await createServer({ server: { middlewareMode: true }, appType: 'custom' })
  return {
    assets: vite.middlewares as DevMiddleware['assets'],
    build: () => vite.ssrLoadModule('virtual:remix/server-build') as Promise<ServerBuild>,
  }
}
