import type { ImageModelMiddleware, LanguageModelMiddleware } from 'ai'
import { CALL_TIME_LIMITS, type CallTimeLimits, startCallTimer } from './call-time-limits.ts'
import { mergeDeltas } from './merge-deltas.ts'
import { MAX_RETRIES, retryCall } from './retry-call.ts'

/**
 * Milliseconds for an answer that comes all at once. Node's `fetch` would give
 * up by itself after five minutes without headers, and count that as a lost
 * connection that is worth another attempt.
 */
const WHOLE_ANSWER_MS = 290_000

type MiddlewareOptions = { limits?: CallTimeLimits | undefined; maxRetries?: number }

/**
 * Middleware for each language model of a real provider: bounds each call in
 * time, retries it within that time, and merges deltas that arrive together (see
 * {@link startCallTimer}, {@link retryCall} and {@link mergeDeltas}).
 */
export function languageModelMiddleware({
  limits = CALL_TIME_LIMITS,
  maxRetries = MAX_RETRIES,
}: MiddlewareOptions = {}): LanguageModelMiddleware {
  return {
    specificationVersion: 'v4',
    async wrapStream({ model, params }) {
      const timer = startCallTimer(limits, params.abortSignal)
      try {
        const result = await retryCall(
          () => model.doStream({ ...params, abortSignal: timer.signal }),
          maxRetries,
          timer.signal,
        )
        const stream = mergeDeltas(result.stream, {
          onOutput: timer.partReceived,
          onEnd: timer.stop,
        })
        return { ...result, stream }
      } catch (error) {
        timer.stop()
        throw error
      }
    },
    wrapGenerate: ({ model, params }) =>
      callForWhole({ limits, maxRetries }, params.abortSignal, (abortSignal) =>
        model.doGenerate({ ...params, abortSignal }),
      ),
  }
}

/** Middleware for each image model of a real provider: bounds each call in time, and retries it. */
export function imageModelMiddleware({
  limits = CALL_TIME_LIMITS,
  maxRetries = MAX_RETRIES,
}: MiddlewareOptions = {}): ImageModelMiddleware {
  return {
    specificationVersion: 'v4',
    wrapGenerate: ({ model, params }) =>
      callForWhole({ limits, maxRetries }, params.abortSignal, (abortSignal) =>
        model.doGenerate({ ...params, abortSignal }),
      ),
  }
}

/** Makes a call that answers all at once: only the limit of the whole call applies. */
async function callForWhole<T>(
  { limits, maxRetries }: { limits: CallTimeLimits; maxRetries: number },
  callerSignal: AbortSignal | undefined,
  call: (signal: AbortSignal) => PromiseLike<T>,
): Promise<T> {
  const totalMs = Math.min(limits.totalMs, WHOLE_ANSWER_MS)
  const timer = startCallTimer({ ...limits, totalMs, firstPartMs: totalMs }, callerSignal)
  try {
    return await retryCall(() => call(timer.signal), maxRetries, timer.signal)
  } finally {
    timer.stop()
  }
}
