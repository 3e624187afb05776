/** Limits of one call to a model, in milliseconds. */
export type CallLimits = {
  /** Until the first part of the answer: a local server may load its model first. */
  firstPartMs: number
  /** Between two parts. */
  idleMs: number
  /** For the whole call. */
  totalMs: number
}

export const CALL_LIMITS: CallLimits = { firstPartMs: 120_000, idleMs: 60_000, totalMs: 600_000 }

export type Watchdog = {
  /** Aborts when the caller's signal does, or when a limit is passed. */
  signal: AbortSignal
  /** Tells that a part has arrived. Cheap: called for each. */
  alive(): void
  /** Ends the watch; must be called when the call is over. */
  end(): void
}

/**
 * Watches one call to a model. When a limit is passed, the signal aborts with an
 * error that says which, so that a silent provider cannot hold a reply for ever.
 *
 * One timer a call, and it is not touched for each part: it looks, when it fires,
 * whether anything has come in the meantime.
 */
export function startWatchdog(limits: CallLimits, callerSignal?: AbortSignal): Watchdog {
  const controller = new AbortController()
  const startedAt = performance.now()
  let lastAt = startedAt
  let waitMs = limits.firstPartMs
  let started = false
  let timer = setTimeout(look, Math.min(waitMs, limits.totalMs))

  function look() {
    const now = performance.now()
    const totalLeft = startedAt + limits.totalMs - now
    const partLeft = lastAt + waitMs - now
    if (totalLeft < 1) return giveUp(`did not finish within ${limits.totalMs} ms`)
    if (partLeft < 1) return giveUp(`sent nothing for ${waitMs} ms`)
    timer = setTimeout(look, Math.min(totalLeft, partLeft))
  }

  function giveUp(what: string) {
    controller.abort(new DOMException(`The model provider ${what}.`, 'TimeoutError'))
  }

  return {
    signal: callerSignal ? AbortSignal.any([callerSignal, controller.signal]) : controller.signal,
    alive() {
      lastAt = performance.now()
      if (started) return
      started = true
      waitMs = limits.idleMs
      clearTimeout(timer)
      look()
    },
    end() {
      clearTimeout(timer)
    },
  }
}
