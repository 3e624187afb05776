import { createRequestHandler, type GetLoadContextFunction } from '@remix-run/express'
import type { ServerBuild } from '@remix-run/node'
import type { RequestHandler } from 'express'

type Options = { build: ServerBuild; mode: string; getLoadContext: GetLoadContextFunction }

/**
 * Makes the Remix handler of `/api`. Remix ranks every route that it knows
 * anew for each request, twice, which costs a small answer more than its
 * query; so each path without parameters gets a handler that knows the one
 * route, and the others one that knows those of `/api`. A resource route does
 * not need the root, which would be matched as well.
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
  const anyPath = handlerOf(api)
  const byPath = new Map(
    api
      .filter(({ path }) => path && !/[:*?]/.test(path))
      .map((route) => [`/${route.path}`, handlerOf([route])]),
  )
  return (req, res, next) => (byPath.get(req.path) ?? anyPath)(req, res, next)
}
