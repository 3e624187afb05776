import { isAppError } from '#core/app-error.ts'
import { assertTokensLeft } from '#core/users/daily-tokens.ts'
import type { CurrentSession } from '../sessions/session.ts'
import { enforceNetworkLimit, enforceUserLimit, type LimitContext } from './enforce-limit.ts'

/**
 * Counts a turn of a chat towards all that bounds turns: the tokens of the day,
 * the user, and the network, because one network may have any number of guests.
 * The tokens came with the session, so that they cost no query of their own.
 *
 * @throws {AppError} rate-limited
 */
export async function enforceTurnLimits(
  context: LimitContext,
  session: Pick<CurrentSession, 'user' | 'tokensToday'>,
): Promise<void> {
  try {
    assertTokensLeft(context.services.env, session)
  } catch (error) {
    if (isAppError(error)) context.services.metrics.rateLimited('tokens')
    throw error
  }
  await enforceUserLimit(context, 'chat', session.user.id)
  await enforceNetworkLimit(context, 'chat-network')
  if (session.user.kind === 'guest') await enforceNetworkLimit(context, 'guest-chat-network')
}
