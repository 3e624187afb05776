import { setTimeout as sleep } from 'node:timers/promises'
import type { Signals } from '../signals.ts'
import { RENEW_MS } from './keep-live.ts'
import { type LiveHint, parseLiveHint } from './live-hint.ts'

/** Hints go out at most so often; those of the meantime go together. */
const EVERY_MS = 250
/** With more than these at once, the page is told that anything may have changed. */
const MAX_PENDING = 20

type Options = {
  signals: Pick<Signals, 'subscribe'>
  userId: string
  sessionId: string
  /** Renews the lease; resolves to whether the session is still there. */
  renew(): Promise<boolean>
  /** Ends the events. */
  signal: AbortSignal
  everyMs?: number
}

/**
 * Yields what changes for a user, in batches, until the reader leaves or the
 * session ends. A hint may be lost, like every signal (docs/decisions/0003):
 * where that is known, the hint is `missed`.
 */
export async function* liveEvents({
  signals,
  userId,
  sessionId,
  renew,
  signal,
  everyMs = EVERY_MS,
}: Options): AsyncGenerator<LiveHint[], void, void> {
  /** By their text, so that each is sent once. */
  const pending = new Map<string, LiveHint>()
  let hasEnded = signal.aborted
  let wake = () => {}
  function end() {
    hasEnded = true
    wake()
  }
  function add(text: string, hint: LiveHint | null) {
    if (!hint) return
    if (pending.size >= MAX_PENDING) {
      pending.clear()
      pending.set('missed', { type: 'missed' })
    } else if (!pending.has('missed')) pending.set(text, hint)
    wake()
  }

  const unsubscribe = signals.subscribe(`user:${userId}`, (reason, text = '') => {
    if (reason === 'reconnected') add('missed', { type: 'missed' })
    else if (text === `session:${sessionId}`) end()
    else add(text, parseLiveHint(text))
  })
  const renewal = setInterval(() => {
    // A database that is away for a moment ends nothing.
    renew().then(
      (isThere) => isThere || end(),
      () => {},
    )
  }, RENEW_MS)
  signal.addEventListener('abort', end)
  try {
    while (!hasEnded) {
      if (pending.size === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      const hints = [...pending.values()]
      pending.clear()
      yield hints
      await sleep(everyMs, undefined, { signal }).catch(() => {})
    }
  } finally {
    unsubscribe()
    clearInterval(renewal)
    signal.removeEventListener('abort', end)
  }
}
