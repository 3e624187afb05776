import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'

type Options = { build: ServerBuild; mode: string; getLoadContext: GetLoadContextFunction }

/**
 * Makes the Remix handler of `/api`. For every request Remix ranks all routes
 * that it knows, twice, which costs a small answer more than its query does. So
 * each path without parameters gets a handler with that one route, and the
 * other paths share one with the routes of `/api`. The root route is left out:
 * a resource route does not need it.
 */
export function createApiHandler({ build, ...options }: Options): RequestHandler {
  const api = Object.values(build.routes).flatMap((route) =>
    route?.path?.startsWith('api/') ? [{ ...route, parentId: undefined }] : [],
  )
  const handlerOf = (routes: typeof api) =>
    createRequestHandler({
      ...options,
      build: { ...build, routes: Object.fromEntries(routes.map((route) => [route.id, route])) },
    })
  const withParameters = handlerOf(api)
  const byPath = new Map(
    api
      .filter(({ path }) => path && !/[:*?]/.test(path))
      .map((route) => [`/${route.path}`, handlerOf([route])]),
  )
  return (req, res, next) => (byPath.get(req.path) ?? withParameters)(req, res, next)
}
