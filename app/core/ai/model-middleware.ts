import type { ImageModelMiddleware, LanguageModelMiddleware } from 'ai'
import { CALL_TIME_LIMITS, type CallTimeLimits, startCallTimer } from './call-time-limits.ts'
import { mergeDeltas } from './merge-deltas.ts'

/**
 * Middleware for each language model of a real provider: bounds each call in
 * time and merges deltas that arrive together (see {@link startCallTimer} and
 * {@link mergeDeltas}).
 */
export function languageModelMiddleware(
  limits: CallTimeLimits = CALL_TIME_LIMITS,
): LanguageModelMiddleware {
  return {
    specificationVersion: 'v4',
    async wrapStream({ model, params }) {
      const timer = startCallTimer(limits, params.abortSignal)
      try {
        const result = await model.doStream({ ...params, abortSignal: timer.signal })
        const stream = mergeDeltas(result.stream, {
          onPart: timer.partReceived,
          onEnd: timer.stop,
        })
        return { ...result, stream }
      } catch (error) {
        timer.stop()
        throw error
      }
    },
    wrapGenerate: ({ model, params }) =>
      withinTotal(limits, params.abortSignal, (abortSignal) =>
        model.doGenerate({ ...params, abortSignal }),
      ),
  }
}

/** Middleware for each image model of a real provider: bounds each call in time. */
export function imageModelMiddleware(
  limits: CallTimeLimits = CALL_TIME_LIMITS,
): ImageModelMiddleware {
  return {
    specificationVersion: 'v4',
    wrapGenerate: ({ model, params }) =>
      withinTotal(limits, params.abortSignal, (abortSignal) =>
        model.doGenerate({ ...params, abortSignal }),
      ),
  }
}

/** Bounds a call that answers all at once: only the limit of the whole call applies. */
async function withinTotal<T>(
  limits: CallTimeLimits,
  callerSignal: AbortSignal | undefined,
  call: (signal: AbortSignal) => PromiseLike<T>,
): Promise<T> {
  const timer = startCallTimer({ ...limits, firstPartMs: limits.totalMs }, callerSignal)
  try {
    return await call(timer.signal)
  } finally {
    timer.stop()
  }
}
