import { createHash, timingSafeEqual } from 'node:crypto'
import { type Request, Router } from 'express'
import type { Services } from '#core/services.server.ts'

/** Headers that a proxy adds, besides all `X-Forwarded-*`. */
const PROXY_HEADERS = ['forwarded', 'x-real-ip', 'via']
const LOOPBACK = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/
/** A name of this machine, with or without a port. */
const LOOPBACK_HOST = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/i

/**
 * `GET /metrics`: Prometheus text. A caller who may not read it gets 401 where
 * the service has a token to ask for, and otherwise 404, so that the path does
 * not show that it exists.
 */
export function metricsRoute({ metrics: { registry }, env }: Services): Router {
  const router = Router()
  router.get('/metrics', async (req, res) => {
    res.set('Cache-Control', 'no-store')
    if (!mayReadMetrics(req, env)) {
      if (env.METRICS_TOKEN) res.status(401).set('WWW-Authenticate', 'Bearer')
      else res.status(404)
      return void res.type('text/plain').send('Send METRICS_TOKEN as bearer.\n')
    }
    res.set('Content-Type', registry.contentType).send(await registry.metrics())
  })
  return router
}

/**
 * With a token, only the token counts. Without one, a caller on this machine
 * may read, unless a proxy may stand in front: then the address is the proxy's.
 * The request must also name this machine as its host, because a page of
 * another site can make a browser on this machine send it under a name of that
 * site (DNS rebinding), but not under `localhost`.
 */
function mayReadMetrics(req: Request, { METRICS_TOKEN, TRUST_PROXY }: Services['env']): boolean {
  if (METRICS_TOKEN) {
    const bearer = /^Bearer +(\S+) *$/i.exec(req.get('authorization') ?? '')?.[1]
    return bearer !== undefined && isSameSecret(bearer, METRICS_TOKEN)
  }
  const isProxied = Object.keys(req.headers).some(
    (name) => name.startsWith('x-forwarded-') || PROXY_HEADERS.includes(name),
  )
  return (
    TRUST_PROXY === 0 &&
    !isProxied &&
    LOOPBACK.test(req.socket.remoteAddress ?? '') &&
    LOOPBACK_HOST.test(req.get('host') ?? '')
  )
}

/** Compares hashes, so that the time taken says nothing about the token or its length. */
function isSameSecret(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}
