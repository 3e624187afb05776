import { createHash, timingSafeEqual } from 'node:crypto'
import type { Request } from 'express'

/** Headers that a proxy adds: behind one, every caller comes from the proxy's address. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']
const LOOPBACK = /^(?:::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/

/**
 * Tells whether a caller may read the metrics: with `METRICS_TOKEN` as bearer,
 * or from this machine itself, not through a proxy on it.
 */
export function mayReadMetrics(req: Request, token: string | undefined): boolean {
  const bearer = /^Bearer +(\S+) *$/i.exec(req.get('authorization') ?? '')?.[1]
  if (token && bearer && isSame(bearer, token)) return true
  const isDirect = PROXY_HEADERS.every((name) => req.get(name) === undefined)
  return isDirect && LOOPBACK.test(req.socket.remoteAddress ?? '')
}

/** In a time that tells nothing of the token, its length included. */
function isSame(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(a), hash(b))
}
