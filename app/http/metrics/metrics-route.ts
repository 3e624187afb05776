import { createHash, timingSafeEqual } from 'node:crypto'
import { type Request, Router } from 'express'
import type { Services } from '#core/services.server.ts'

/** Headers that a proxy adds: behind one, every caller comes from the proxy's address. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']
const LOOPBACK = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/

/**
 * `GET /metrics`: Prometheus text. A caller who may not read it gets 401 where
 * the service has a token to ask for, and otherwise 404, so that the path does
 * not show that it exists.
 */
export function metricsRoute({ metrics: { registry }, env }: Services): Router {
  const router = Router()
  router.get('/metrics', async (req, res) => {
    res.set('Cache-Control', 'no-store')
    if (!mayReadMetrics(req, env.METRICS_TOKEN)) {
      if (env.METRICS_TOKEN) res.status(401).set('WWW-Authenticate', 'Bearer')
      else res.status(404)
      return void res.type('text/plain').send('Send METRICS_TOKEN as bearer.\n')
    }
    res.set('Content-Type', registry.contentType).send(await registry.metrics())
  })
  return router
}

/** Allows a caller with the token, and one on this machine that no proxy stands in front of. */
function mayReadMetrics(req: Request, token: string | undefined): boolean {
  const bearer = /^Bearer +(\S+) *$/i.exec(req.get('authorization') ?? '')?.[1]
  if (token && bearer && isSameSecret(bearer, token)) return true
  const isDirect = PROXY_HEADERS.every((name) => req.get(name) === undefined)
  return isDirect && LOOPBACK.test(req.socket.remoteAddress ?? '')
}

/** Compares hashes, so that the time taken says nothing about the token or its length. */
function isSameSecret(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}
