import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'

type Options = { build: ServerBuild; mode: string; getLoadContext: GetLoadContextFunction }

/**
 * Makes the Remix handler of `/api`. Remix ranks every route that it knows
 * anew for each request, twice, which costs a small answer more than its
 * query; so each path without parameters gets a handler that knows the one
 * route, and the others one that knows those of `/api`.
 */
export function createApiHandler({ build, ...options }: Options): RequestHandler {
  const handlerOf = (routes: ServerBuild['routes']) =>
    createRequestHandler({ ...options, build: { ...build, routes } })
  const { root, ...others } = build.routes
  if (!root) throw new Error('The build has no root route.')
  const api = Object.entries(others).filter(([, route]) => route.path?.startsWith('api/'))
  const anyPath = handlerOf({ root, ...Object.fromEntries(api) })
  const byPath = new Map(
    api
      .filter(([, { path }]) => path && !/[:*?]/.test(path))
      .map(([id, route]) => [`/${route.path}`, handlerOf({ root, [id]: route })]),
  )
  return (req, res, next) => (byPath.get(req.path) ?? anyPath)(req, res, next)
}
