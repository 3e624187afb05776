import { setTimeout as pause } from 'node:timers/promises'
import { withDeadline } from '#core/deadline.ts'

/** How long a call to Cloud Storage may take, in milliseconds. */
export type GcsTiming = {
  /** One HTTP request at most. */
  requestMs: number
  /** One call at most, its retries included. */
  callMs: number
  /**
   * The longest pause before each retry. A pause is at least half as long, and
   * random, so that processes do not all retry at the same moment.
   */
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
  /^(?:ECONNRESET|ECONNREFUSED|ECONNABORTED|EPIPE|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|ERR_STREAM_PREMATURE_CLOSE|UND_ERR_\w+)$/

/** An HTTP status as an error, in the form of the client's own errors. */
export function statusError(status: number): Error {
  return Object.assign(new Error(`Cloud Storage answered ${status}.`), { code: status })
}

/**
 * Calls Cloud Storage, and calls it again when it is busy or does not answer.
 * Each of our calls may be repeated: whatever is written to a key is the same
 * image.
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

/**
 * Leaves a request to itself when its signal aborts. Google's client knows no
 * signals, and waits for ever for the answer to an upload.
 */
export function untilAborted<T>(signal: AbortSignal, request: Promise<T>): Promise<T> {
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
  return Promise.race([request, aborted])
}

function isRetryable(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 3) return false
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: unknown }
  // Of a signal's timeout; its `code` is the number 23, and no status.
  if (name === 'TimeoutError') return true
  if (typeof code === 'number' || /^\d{3}$/.test(String(code))) {
    return RETRYABLE_STATUS.has(Number(code))
  }
  if (typeof code === 'string' && RETRYABLE_CODE.test(code)) return true
  return isRetryable(cause, depth + 1)
}
