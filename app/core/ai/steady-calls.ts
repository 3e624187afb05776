import { CALL_LIMITS, type CallLimits, startWatchdog } from './call-watchdog.ts'
import { coalesceDeltas } from './coalesce-deltas.ts'
import type { ImageMiddleware, Middleware } from './model-spec.ts'

/**
 * Middleware for every model of a real provider: bounds each call in time and
 * merges bursts of deltas (see {@link startWatchdog} and {@link coalesceDeltas}).
 */
export function steadyCalls(limits: CallLimits = CALL_LIMITS): Middleware {
  return {
    specificationVersion: 'v4',
    async wrapStream({ model, params }) {
      const watchdog = startWatchdog(limits, params.abortSignal)
      try {
        const result = await model.doStream({ ...params, abortSignal: watchdog.signal })
        const stream = coalesceDeltas(result.stream, {
          onPart: watchdog.alive,
          onEnd: watchdog.end,
        })
        return { ...result, stream }
      } catch (error) {
        watchdog.end()
        throw error
      }
    },
    wrapGenerate: ({ model, params }) =>
      withinTotal(limits, params.abortSignal, (abortSignal) =>
        model.doGenerate({ ...params, abortSignal }),
      ),
  }
}

/** The same for image models, which answer all at once. */
export function steadyImages(limits: CallLimits = CALL_LIMITS): ImageMiddleware {
  return {
    specificationVersion: 'v4',
    wrapGenerate: ({ model, params }) =>
      withinTotal(limits, params.abortSignal, (abortSignal) =>
        model.doGenerate({ ...params, abortSignal }),
      ),
  }
}

async function withinTotal<T>(
  limits: CallLimits,
  callerSignal: AbortSignal | undefined,
  call: (signal: AbortSignal) => PromiseLike<T>,
): Promise<T> {
  const watchdog = startWatchdog({ ...limits, firstPartMs: limits.totalMs }, callerSignal)
  try {
    return await call(watchdog.signal)
  } finally {
    watchdog.end()
  }
}
