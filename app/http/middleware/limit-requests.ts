import type { RequestHandler } from 'express'
import { createCounts } from '../connections/counts.ts'
import { callerNetwork } from '../limits/caller-network.ts'
import { RETRY_AFTER_SECONDS } from '../responses/problem.ts'
import { sendProblem } from './send-problem.ts'

/**
 * Makes the middleware that bounds how many requests of one network are answered at
 * the same time, streamed replies included. It sees through proxies (`TRUST_PROXY`),
 * which the bound of connections does not.
 *
 * @param most requests (`CONNECTIONS_PER_NETWORK`)
 */
export function limitRequests(most: number): RequestHandler {
  const byNetwork = createCounts()
  return (req, res, next) => {
    const network = callerNetwork(req.ip ?? '')
    const count = byNetwork.add(network)
    res.on('close', () => byNetwork.remove(network))
    if (count <= most) return next()
    sendProblem(res, {
      status: 429,
      title: 'Too Many Requests',
      detail: `More than ${most} requests from your network are open. Try again in a few seconds.`,
      headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
    })
  }
}
