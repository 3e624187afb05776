import type { RequestContext } from '../context.ts'
import { callerNetwork } from '../limits/caller-network.ts'
import type { BodySender } from './body-accounts.ts'
import type { BodyHold } from './body-budget.ts'

/**
 * Runs what reads and handles a body. Its bytes count towards the budget until that
 * is done: what waits for the database still has them in memory.
 *
 * @param user of the session; null without one
 */
export async function withBody<T>(
  { bodies, ip }: Pick<RequestContext, 'bodies' | 'ip'>,
  user: BodySender['user'],
  handle: (hold: BodyHold) => Promise<T>,
): Promise<T> {
  const hold = bodies.hold({ network: callerNetwork(ip), user })
  try {
    return await handle(hold)
  } finally {
    hold.release()
  }
}
