import { AppError } from '../app-error.ts'
import type { Env } from '../env.server.ts'
import type { CurrentSession } from './find-session.ts'

/** A user of an account, where the operator has said nothing. */
const DEFAULT_TOKENS = 2_000_000
/** Guests are free to make, so each has the tenth part. */
const GUEST_SHARE = 10
const DAY_SECONDS = 24 * 3600

type SpendingEnv = Pick<Env, 'TOKENS_PER_DAY' | 'RATE_LIMITS' | 'REGISTRATION'>

/**
 * The tokens that a user may spend in a day (UTC); null for no limit. A limit
 * that the operator has set holds with `RATE_LIMITS=off` too; the default does not.
 */
function tokensPerDay(env: SpendingEnv, kind: 'guest' | 'registered'): number | null {
  const { TOKENS_PER_DAY, RATE_LIMITS } = env
  if (TOKENS_PER_DAY === 'off') return null
  if (TOKENS_PER_DAY === undefined && RATE_LIMITS === 'off') return null
  const tokens = TOKENS_PER_DAY ?? DEFAULT_TOKENS
  return kind === 'guest' ? Math.ceil(tokens / GUEST_SHARE) : tokens
}

/**
 * Refuses a turn of a user who has spent the tokens of the day. A reply that is
 * being written is not cut, so the last turns may go over the limit.
 *
 * @throws {AppError} rate-limited until the next day
 */
export function assertTokensLeft(
  env: SpendingEnv,
  { user, tokensToday }: Pick<CurrentSession, 'user' | 'tokensToday'>,
): void {
  const limit = tokensPerDay(env, user.kind)
  if (limit === null || tokensToday < limit) return
  const seconds = DAY_SECONDS - (Math.floor(Date.now() / 1_000) % DAY_SECONDS)
  const mayHaveMore = user.kind === 'guest' && env.REGISTRATION === 'open'
  throw new AppError(
    'rate-limited',
    mayHaveMore
      ? 'You have used what a guest may use in a day. Create an account for more, or come back after midnight UTC.'
      : `You have used your ${limit.toLocaleString('en')} tokens of today. Come back after midnight UTC.`,
    { retryAfter: seconds },
  )
}
