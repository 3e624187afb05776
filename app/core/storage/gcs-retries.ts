import { setTimeout as pause } from 'node:timers/promises'
import { withDeadline } from '#core/deadline.ts'

/** Milliseconds that one call may take, its retries included. */
const CALL_DEADLINE_MS = 20_000
/** Milliseconds before each retry, at most; half of it at least, so that callers spread out. */
const DELAYS_MS = [250, 1_000, 3_000]

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
 * @throws the last error, after {@link CALL_DEADLINE_MS} at the latest
 */
export function withRetries<T>(call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const deadline = new AbortController()
  const message = `Cloud Storage did not answer within ${CALL_DEADLINE_MS / 1_000} seconds.`
  return withDeadline(attempt(call, deadline.signal), CALL_DEADLINE_MS, message).finally(() =>
    deadline.abort(),
  )
}

async function attempt<T>(call: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) {
  for (const delay of DELAYS_MS) {
    try {
      return await call(signal)
    } catch (error) {
      if (signal.aborted || !isRetryable(error)) throw error
      await pause(delay / 2 + (Math.random() * delay) / 2, undefined, { signal })
    }
  }
  return call(signal)
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
