import { Client } from 'pg'
import type { Logger } from '#core/log.ts'
import type { EntityManager } from '#db/orm.ts'

/**
 * Signals between processes: Postgres LISTEN/NOTIFY, ids only. A signal is a
 * hint that a row changed, never the change itself; whoever waits also polls
 * (docs/decisions/0003-signals-are-hints.md).
 */
export type Topic =
  | `title:${string}` // a chat's title changed
  | `stop:${string}` // a running reply (message id) shall stop
  | `reply:${string}` // a reply (message id) was stored or ended
  | `upload:${string}` // an upload's row changed
  | `suggestions:${string}` // a suggestion request has new rows, or ended

/** A signal was given, or the connection is back and one may have been missed. */
export type Wake = 'signal' | 'reconnected'

export type Signals = {
  /**
   * Calls the listener at each signal, and after each loss of the connection:
   * who cannot look at the row acts on `signal` only.
   */
  subscribe(topic: Topic, listener: (why: Wake) => void): () => void
  publish(em: EntityManager, topic: Topic): Promise<void>
  /**
   * Waits until `check` returns something: checks at once, at each signal and
   * every `pollMs` milliseconds.
   *
   * @param deadlineMs milliseconds after which it gives up
   * @returns what `check` returned, or undefined at the deadline or on abort
   */
  waitFor<T>(
    topic: Topic,
    check: () => Promise<T | undefined>,
    options: { deadlineMs: number; pollMs?: number; signal?: AbortSignal },
  ): Promise<T | undefined>
  isConnected(): boolean
  close(): Promise<void>
}

const CHANNEL = 'parley'
const RECONNECT_MS = 1_000

/** Opens the listening connection; it comes back by itself when the database does. */
export function createSignals(databaseUrl: string, log: Logger): Signals {
  const listeners = new Map<string, Set<(why: Wake) => void>>()
  let client: Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined

  async function connect() {
    const next = new Client({
      connectionString: databaseUrl,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
    })
    next.on('error', (err) => lost(next, err))
    next.on('end', () => lost(next))
    next.on('notification', ({ payload }) => {
      for (const listener of listeners.get(payload ?? '') ?? []) listener('signal')
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      if (closed) return void next.end().catch(() => {})
      client = next
      // What was signalled while we were away is found by looking again.
      for (const set of listeners.values()) for (const listener of set) listener('reconnected')
    } catch (err) {
      next.end().catch(() => {})
      lost(next, err)
    }
  }

  function lost(which: Client, err?: unknown) {
    if (closed || (client && which !== client) || retry) return
    client = undefined
    if (err) log.warn({ err }, 'signal connection lost, polling until it is back')
    retry = setTimeout(() => {
      retry = undefined
      void connect()
    }, RECONNECT_MS)
  }

  function subscribe(topic: Topic, listener: (why: Wake) => void) {
    const set = listeners.get(topic) ?? new Set()
    listeners.set(topic, set.add(listener))
    return () => {
      set.delete(listener)
      if (set.size === 0 && listeners.get(topic) === set) listeners.delete(topic)
    }
  }

  void connect()

  return {
    subscribe,
    async publish(em, topic) {
      await em.execute('select pg_notify(?, ?)', [CHANNEL, topic])
    },
    waitFor(topic, check, options) {
      return waitFor((wake) => subscribe(topic, wake), check, options)
    },
    isConnected: () => client !== undefined,
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => {})
    },
  }
}

async function waitFor<T>(
  subscribe: (wake: () => void) => () => void,
  check: () => Promise<T | undefined>,
  {
    deadlineMs,
    pollMs = 1_000,
    signal,
  }: { deadlineMs: number; pollMs?: number; signal?: AbortSignal },
): Promise<T | undefined> {
  const end = Date.now() + deadlineMs
  let signalled = false
  let wake = () => {}
  const notify = () => {
    signalled = true
    wake()
  }
  const unsubscribe = subscribe(notify)
  signal?.addEventListener('abort', notify)
  try {
    for (;;) {
      signalled = false
      if (signal?.aborted) return undefined
      const result = await check()
      if (result !== undefined) return result
      const left = end - Date.now()
      if (left <= 0) return undefined
      if (!signalled) await pause(Math.min(pollMs, left), (resume) => (wake = resume))
    }
  } finally {
    unsubscribe()
    signal?.removeEventListener('abort', notify)
  }
}

function pause(ms: number, onWake: (resume: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    onWake(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
