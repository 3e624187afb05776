import { APICallError } from 'ai'
import { failureKind } from './failure-kind.ts'

/**
 * How often a call is tried again when it fails before its first part in a way
 * that may pass (429, 408, 409, 5xx, no connection).
 */
export const MAX_RETRIES = 2

const FIRST_DELAY_MS = 2_000
/** A provider that asks for a longer pause is tried again as if it had not asked. */
const MAX_RETRY_AFTER_MS = 60_000

/**
 * Calls a model, and calls it again while that may help: after 2 s, then 4 s, or
 * after what `Retry-After` asks for. The SDK would retry in the same way, but
 * outside of the model, where each attempt would have time limits of its own.
 *
 * @param maxRetries attempts after the first one
 * @param signal ends the pauses; each attempt must obey it too
 * @throws what the last attempt failed with, or the reason of a signal that ended the call
 */
export async function retryCall<T>(
  attempt: () => PromiseLike<T>,
  maxRetries: number,
  signal: AbortSignal,
): Promise<T> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (retries === maxRetries || !isWorthRetrying(error)) throw error
      await pause(pauseAfter(error, retries), signal)
      if (signal.aborted) throw isOutOfTime(signal) ? error : signal.reason
    }
  }
}

/** A used-up quota has the status of a rate limit, 429, but does not come back in seconds. */
function isWorthRetrying(error: unknown): error is APICallError {
  return (
    APICallError.isInstance(error) && error.isRetryable && failureKind(error, false) !== 'quota'
  )
}

/** Milliseconds until the next attempt. */
function pauseAfter({ responseHeaders }: APICallError, retries: number): number {
  const usual = FIRST_DELAY_MS * 2 ** retries
  const asked = retryAfterMs(responseHeaders ?? {})
  return asked !== undefined && asked >= 0 && asked <= MAX_RETRY_AFTER_MS ? asked : usual
}

/** `retry-after-ms` is OpenAI's own; for `Retry-After` see RFC 9110 §10.2.3. */
function retryAfterMs(headers: Record<string, string>): number | undefined {
  const ms = Number.parseFloat(headers['retry-after-ms'] ?? '')
  if (!Number.isNaN(ms)) return ms
  const retryAfter = headers['retry-after'] ?? ''
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1_000
  const date = Date.parse(retryAfter)
  return Number.isNaN(date) ? undefined : date - Date.now()
}

/** Waits for at most `ms` milliseconds, until the signal aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const end = () => resolve()
  const timer = setTimeout(end, signal.aborted ? 0 : ms)
  signal.addEventListener('abort', end, { once: true })
  await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', end)
}

/** When the time of the call is over, why it failed says more than that. */
function isOutOfTime({ reason }: AbortSignal): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError'
}
