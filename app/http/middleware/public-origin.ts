import type { Request, RequestHandler } from 'express'
import type { Env } from '#core/env.server.ts'

type Settings = Pick<Env, 'BASE_URL' | 'TRUST_PROXY'>

/**
 * Makes the middleware that finds the service's public origin, for
 * `res.locals.origin`. It comes after `refuseMalformed`, so every host in the
 * headers is a valid one.
 *
 * Express and Remix read the forwarded headers too, and believe the first value
 * of a list, which a client may have sent. They are given our origin instead.
 * Remix compares the `Origin` of a form with `X-Forwarded-Host`, and answers
 * 500 with an empty body where they differ; `refuseCrossSiteWrites` answers
 * before that.
 */
export function setPublicOrigin(settings: Settings): RequestHandler {
  return (req, res, next) => {
    const origin = publicOrigin(settings, req)
    const { host, protocol } = new URL(origin)
    res.locals.origin = origin
    req.headers['x-forwarded-host'] = host
    req.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    next()
  }
}

/** The public origin by `BASE_URL`, else by the trusted proxies, else by the request itself. */
function publicOrigin({ BASE_URL, TRUST_PROXY }: Settings, req: Request): string {
  if (BASE_URL) return new URL(BASE_URL).origin
  const forwarded = (name: string) => forwardedValue(req.get(name), TRUST_PROXY)
  const protocol = forwarded('x-forwarded-proto')?.toLowerCase() === 'https' ? 'https' : 'http'
  const host = forwarded('x-forwarded-host') || req.get('host') || 'localhost'
  return new URL(`${protocol}://${host}`).origin
}

/**
 * The value that the outermost trusted proxy has set. Proxies append to the
 * list, so what stands left of it is what a client sent.
 */
function forwardedValue(list: string | undefined, trustedProxies: number): string | undefined {
  if (!list || trustedProxies === 0) return undefined
  const values = list.split(',')
  return values.at(-Math.min(trustedProxies, values.length))?.trim()
}
