import { createHash } from 'node:crypto'
import { AppError } from '#core/app-error.ts'
import type { RequestContext } from '../context.ts'
import { callerNetwork } from './caller-network.ts'
import { POLICIES, type PolicyName } from './policies.ts'

/** The limits that count by user. */
export type UserLimit = Extract<PolicyName, 'chat' | 'uploads' | 'writes'>
/** The limits that count by network, for callers without a session. */
export type VisitorLimit = Extract<PolicyName, 'registration' | 'sign-in' | 'password-reset'>

/** The limits on turns that count by network. */
type NetworkLimit = Extract<PolicyName, 'chat-network' | 'guest-chat-network'>

export type LimitContext = Pick<RequestContext, 'limits' | 'addHeader' | 'ip' | 'services'>

/**
 * Counts a request of a user towards a limit, and says in the RateLimit
 * headers of the response what is left of it.
 *
 * @throws {AppError} rate-limited
 */
export function enforceUserLimit(
  context: LimitContext,
  limit: UserLimit,
  userId: string,
): Promise<void> {
  return enforce(context, limit, userId)
}

/**
 * Counts a request of somebody who is not signed in, by network.
 *
 * @throws {AppError} rate-limited
 */
export function enforceVisitorLimit(context: LimitContext, limit: VisitorLimit): Promise<void> {
  const policy = limit === 'sign-in' ? 'sign-in-address' : limit
  return enforce(context, policy, callerNetwork(context.ip))
}

/**
 * Counts a request of a user by network.
 *
 * @throws {AppError} rate-limited
 */
export function enforceNetworkLimit(context: LimitContext, limit: NetworkLimit): Promise<void> {
  return enforce(context, limit, callerNetwork(context.ip))
}

/**
 * Runs an attempt to sign in, after counting it by network and email. A
 * success sets the count back, so that only wrong passwords add up.
 *
 * @param email as it was typed
 * @throws {AppError} rate-limited; what the attempt fails with
 */
export async function withSignInLimit<T>(
  context: LimitContext,
  email: unknown,
  attempt: () => Promise<T> | T,
): Promise<T> {
  const caller = signInCaller(context.ip, String(email ?? ''))
  await enforce(context, 'sign-in', caller)
  const result = await attempt()
  await context.limits.reset('sign-in', caller)
  return result
}

/**
 * Counts a link that is asked for to reset a password, by email, whether or not an
 * account has it.
 *
 * @throws {AppError} rate-limited
 */
export function enforceResetLimit(context: LimitContext, email: string): Promise<void> {
  return enforce(context, 'password-reset-email', hashed(email))
}

/** Hashed, so that the store of the counts does not hold who tries to sign in. */
function signInCaller(ip: string, email: string): string {
  return hashed(`${callerNetwork(ip)} ${email.trim().toLowerCase()}`)
}

function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/**
 * The headers are those of draft-ietf-httpapi-ratelimit-headers-10: `q`
 * requests in `w` seconds; `r` left for the next `t` seconds.
 */
async function enforce(context: LimitContext, name: PolicyName, caller: string): Promise<void> {
  const result = await context.limits.consume(name, caller)
  if (!result) return
  const { quota, seconds, refusal } = POLICIES[name]
  const { allowed, remaining, resetSeconds } = result
  context.addHeader('RateLimit-Policy', `"${name}";q=${quota};w=${seconds}`)
  context.addHeader('RateLimit', `"${name}";r=${remaining};t=${resetSeconds}`)
  if (allowed) return
  context.services.metrics.rateLimited(name)
  throw new AppError('rate-limited', `${refusal} Try again in ${waitText(resetSeconds)}.`, {
    retryAfter: resetSeconds,
  })
}

function waitText(seconds: number): string {
  if (seconds < 90) return seconds === 1 ? '1 second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}
