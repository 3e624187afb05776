import { withDeadline } from '../../deadline.ts'
import { logOutages } from '../../jobs/log-outages.ts'
import type { Logger } from '../../log.ts'
import type { Signals } from '../../signals.ts'
import type { Generation } from '../generation.ts'
import { LEASE_MS } from './announce-readers.ts'
import { type RelayWriter, writeReply } from './write-reply.ts'

/** Of a generation, what is needed to forward it. */
type ForwardedReply = Pick<Generation, 'replyId' | 'listen' | 'ended'>

/** Forwards the replies of this process while other processes read them. */
export type Forwarder = {
  /**
   * Makes a running reply available to other processes. It costs nothing until
   * one of them reads it, and again when none does any more.
   */
  forward(reply: ForwardedReply): void
  /** Waits until what was written has been forwarded, for a moment at most. */
  close(): Promise<void>
}

type ForwarderOptions = Pick<RelayWriter, 'append'> & {
  signals: Signals
  log: Logger
  remove(replyId: string): Promise<void>
}

const CHECK_LEASES_MS = 1_000
/** How long a reply that has ended stays for readers who are slow; then they read its row. */
const KEEP_ENDED_MS = 60_000
const CLOSE_DEADLINE_MS = 2_000

/** Creates the forwarder of a process. */
export function createForwarder(options: ForwarderOptions): Forwarder {
  const forwardings = new Set<Promise<unknown>>()
  const onAway = logOutages(options.log, 'replies are not forwarded, trying again')
  const closing = new AbortController()
  return {
    forward(reply) {
      forwardWhileFollowed({ ...options, onAway }, reply, (forward, signal) => {
        const forwarding = forward(AbortSignal.any([signal, closing.signal]))
        const tracked = forwarding.finally(() => forwardings.delete(tracked))
        forwardings.add(tracked)
        return forwarding
      })
    },
    async close() {
      const all = Promise.allSettled(forwardings)
      await withDeadline(all, CLOSE_DEADLINE_MS, 'not all was forwarded').catch(() => {})
      closing.abort()
    },
  }
}

/** Forwards a reply from its start; resolves when all was forwarded, or at the signal. */
type Forward = (signal: AbortSignal) => Promise<void>

/**
 * Counts the processes that read a reply, and forwards it while there are any.
 *
 * @param start starts a forwarding; the signal comes when nobody reads any more
 */
function forwardWhileFollowed(
  { signals, log, remove, ...writer }: ForwarderOptions & RelayWriter,
  reply: ForwardedReply,
  start: (forward: Forward, signal: AbortSignal) => Promise<void>,
) {
  const { replyId } = reply
  /** Until when each process is taken for a reader, by its id. */
  const leases = new Map<string, number>()
  let session: AbortController | undefined
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let removed: Promise<void> = Promise.resolve()
  let hasEnded = false

  function onFollow(reason: string, reader: string | undefined) {
    if (reason !== 'signal' || !reader) return
    renew(reader)
    if (session) return
    session = new AbortController()
    timer = setInterval(dropOldLeases, CHECK_LEASES_MS).unref()
    running = start(forward, session.signal)
  }

  function onUnfollow(_reason: string, reader: string | undefined) {
    if (reader && leases.delete(reader) && leases.size === 0) stop()
  }

  function dropOldLeases() {
    // Who cannot be heard may be there still.
    if (!signals.isConnected()) for (const reader of leases.keys()) renew(reader)
    const now = Date.now()
    for (const [reader, until] of leases) if (until < now) leases.delete(reader)
    if (leases.size === 0) stop()
  }

  function renew(reader: string) {
    leases.set(reader, Date.now() + LEASE_MS)
  }

  function endSession() {
    clearInterval(timer)
    session?.abort()
    session = undefined
    if (hasEnded) for (const unsubscribe of subscriptions) unsubscribe()
  }

  function stop() {
    endSession()
    leases.clear()
    // After a write that is under way, which would stay otherwise.
    removed = running
      .then(() => remove(replyId))
      .catch((err: unknown) => {
        log.debug({ err, replyId }, 'forwarded reply not removed; it expires')
      })
  }

  async function forward(signal: AbortSignal) {
    try {
      await removed
      await writeReply(writer, reply, signal)
    } catch (err) {
      if (signal.aborted) return
      log.warn({ err, replyId }, 'reply not forwarded; it is read from its row')
      // So that the next sign of a reader tries again.
      endSession()
    }
  }

  const subscriptions = [
    signals.subscribe(`follow:${replyId}`, onFollow),
    signals.subscribe(`unfollow:${replyId}`, onUnfollow),
  ]
  void reply.ended.then(() => {
    hasEnded = true
    // Who is behind reads on from the store for a time; others read the row.
    if (session) setTimeout(() => session && stop(), KEEP_ENDED_MS).unref()
    else endSession()
  })
}
