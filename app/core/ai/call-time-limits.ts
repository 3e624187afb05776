/** Limits of one call to a model with all its attempts, in milliseconds. */
export type CallTimeLimits = {
  /** Until the first output of the model: a local server may load its model first. */
  firstPartMs: number
  /** Between two parts of the output. */
  idleMs: number
  /** For the whole call. */
  totalMs: number
}

export const CALL_TIME_LIMITS: CallTimeLimits = {
  firstPartMs: 120_000,
  idleMs: 60_000,
  totalMs: 600_000,
}

type CallTimer = {
  /** Aborts when the caller's signal does, or when a limit is passed. */
  signal: AbortSignal
  /** Tells that a part of the output has arrived. Cheap: called for each. */
  partReceived(): void
  /** Stops the timer; must be called when the call is over. */
  stop(): void
}

/**
 * Times one call to a model, from its first attempt on. When a limit is passed,
 * the signal aborts with an error that says which, so that a silent provider
 * cannot hold a reply for ever. Only output counts (`isOutput`): a provider that
 * sends headers, or says that it is still there, is as silent as one that does not.
 *
 * A call has one timer, which is not set anew for each part: when it fires, it
 * checks whether a part has arrived meanwhile, and waits on if so.
 */
export function startCallTimer(limits: CallTimeLimits, callerSignal?: AbortSignal): CallTimer {
  const controller = new AbortController()
  const startedAt = performance.now()
  let lastPartAt = startedAt
  let partLimitMs = limits.firstPartMs
  let hasFirstPart = false
  let timer = setTimeout(check, Math.min(partLimitMs, limits.totalMs))

  function check() {
    const now = performance.now()
    const totalLeft = startedAt + limits.totalMs - now
    const partLeft = lastPartAt + partLimitMs - now
    if (totalLeft < 1) return abort(`did not finish within ${limits.totalMs} ms`)
    if (partLeft < 1) return abort(`sent nothing for ${partLimitMs} ms`)
    timer = setTimeout(check, Math.min(totalLeft, partLeft))
  }

  function abort(reason: string) {
    controller.abort(new DOMException(`The model provider ${reason}.`, 'TimeoutError'))
  }

  return {
    signal: callerSignal ? AbortSignal.any([callerSignal, controller.signal]) : controller.signal,
    partReceived() {
      lastPartAt = performance.now()
      if (hasFirstPart) return
      hasFirstPart = true
      partLimitMs = limits.idleMs
      clearTimeout(timer)
      check()
    },
    stop() {
      clearTimeout(timer)
    },
  }
}
