import { setTimeout as pause } from 'node:timers/promises'
import { withDeadline } from '#core/deadline.ts'

/** How long calls of Cloud Storage take and wait. */
export type GcsTiming = {
  /** That one HTTP request may take. */
  requestMs: number
  /** That one call may take, its retries included. */
  callMs: number
  /** Before each retry, at most; half of it at least, so that callers spread out. */
  retryDelaysMs: readonly number[]
}

export const GCS_TIMING: GcsTiming = {
  requestMs: 8_000,
  callMs: 20_000,
  retryDelaysMs: [250, 1_000, 3_000],
}

/** https://cloud.google.com/storage/docs/retry-strategy#retryable */
const RETRYABLE_STATUS = new Set([408, 429, 500, 502, 503, 504])
const RETRYABLE_CODE =
  /^(?:ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|UND_ERR_\w+)$/

/** An HTTP status as an error, in the form of the client's own errors. */
export function statusError(status: number): Error {
  return Object.assign(new Error(`Cloud Storage answered ${status}.`), { code: status })
}

/**
 * Calls Cloud Storage, and again when it answers that it is busy or does not
 * answer. Everything that we ask of it may be asked twice: a key is only ever
 * written with the same image.
 *
 * @param call gets a signal that aborts when its one request has taken too long
 * @throws the last error, after `timing.callMs` milliseconds at the latest
 */
export function withRetries<T>(
  timing: GcsTiming,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController()
  const message = `Cloud Storage did not answer within ${timing.callMs / 1_000} seconds.`
  return withDeadline(attempt(timing, call, deadline.signal), timing.callMs, message).finally(() =>
    deadline.abort(),
  )
}

async function attempt<T>(
  { requestMs, retryDelaysMs }: GcsTiming,
  call: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
) {
  const withTimeout = () => AbortSignal.any([signal, AbortSignal.timeout(requestMs)])
  for (const delay of retryDelaysMs) {
    try {
      return await call(withTimeout())
    } catch (error) {
      if (signal.aborted || !isRetryable(error)) throw error
      await pause(delay / 2 + (Math.random() * delay) / 2, undefined, { signal })
    }
  }
  return call(withTimeout())
}

function isRetryable(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 3) return false
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: unknown }
  if (typeof code === 'number' || /^\d{3}$/.test(String(code))) {
    return RETRYABLE_STATUS.has(Number(code))
  }
  if (typeof code === 'string' && RETRYABLE_CODE.test(code)) return true
  return name === 'TimeoutError' || isRetryable(cause, depth + 1)
}
