import { CALL_LIMITS, type CallLimits, startWatchdog } from './call-watchdog.ts'
import { coalesceDeltas } from './coalesce-deltas.ts'
import type { Middleware } from './model-spec.ts'

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
    async wrapGenerate({ model, params }) {
      const watchdog = startWatchdog({ ...limits, firstPartMs: limits.totalMs }, params.abortSignal)
      try {
        return await model.doGenerate({ ...params, abortSignal: watchdog.signal })
      } finally {
        watchdog.end()
      }
    },
  }
}
