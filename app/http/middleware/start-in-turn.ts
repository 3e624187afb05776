import type { RequestHandler } from 'express'
import { callerNetwork } from '../limits/caller-network.ts'

/**
 * Makes the middleware that starts one request in each round of the event loop,
 * when it is the turn of its network. What hundreds of connections have sent at
 * the same moment would otherwise be begun in one go, a millisecond or two each,
 * and everybody else's requests, and what the database has answered, would wait
 * for all of it. New connections too: the event loop accepts one in a round.
 *
 * A request that comes alone is started at once.
 */
export function startInTurn(): RequestHandler {
  /** By network, in the order of their turns; a network without requests has no entry. */
  const queues = new Map<string, (() => void)[]>()
  let mayStart = true
  let isRenewing = false

  /** Lets the next be started once other work was done. */
  function renewLater() {
    if (isRenewing) return
    isRenewing = true
    setImmediate(() => {
      isRenewing = false
      const [turn] = queues
      mayStart = !turn
      if (!turn) return
      renewLater()
      startFirst(...turn)
    })
  }

  /** Starts the first request of a network, whose next turn comes after those of all others. */
  function startFirst(network: string, queue: (() => void)[]) {
    queues.delete(network)
    const start = queue.shift()
    if (queue.length > 0) queues.set(network, queue)
    start?.()
  }

  return (req, res, next) => {
    renewLater()
    if (mayStart) {
      mayStart = false
      next()
      return
    }
    const network = callerNetwork(req.ip ?? '')
    const queue = queues.get(network) ?? []
    queue.push(() => {
      // Nothing is done for a caller who has left.
      if (!res.closed) next()
    })
    queues.set(network, queue)
  }
}
