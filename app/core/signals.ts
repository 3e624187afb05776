import { Client } from 'pg'
import type { Logger } from '#core/log.ts'
import { jsonRows } from '#db/expressions.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'

/**
 * Signals between processes: Postgres LISTEN/NOTIFY, ids only. A signal is a
 * hint that a row changed, never the change itself; whoever waits also polls.
 * What is lost without a signal is in docs/decisions/0003-signals-are-hints.md.
 */
export type Topic =
  | `title:${string}` // a chat's title changed
  | `stop:${string}` // a running reply (message id) shall stop
  | `stop-if-unread:${string}` // a running reply (message id) shall stop if nobody reads it
  | `reply:${string}` // a reply (message id) was stored or ended
  | `follow:${string}` // a process reads a running reply (message id) and goes on doing so
  | `unfollow:${string}` // a process has stopped reading a running reply (message id)
  | `relay:${string}` // more of a running reply (message id) is in the table `relay_batch`
  | `upload:${string}` // an upload's row changed
  | `suggestions:${string}` // a suggestion request has new rows, or ended
  | `user:${string}` // something of a user with an open page has changed; triggers send it, with what

/** Why a listener is called: a signal has come, or the connection is back and one may have been missed. */
type SignalReason = 'signal' | 'reconnected'

/** @param sender the id of the process that signals, where it was given to `publish`; of `user:`, what has changed */
type Listener = (reason: SignalReason, sender?: string) => void

export type Signals = {
  /**
   * Calls the listener at each signal, and each time the connection is back
   * after it was lost. A listener that does not look at the row itself must
   * ignore the second reason.
   */
  subscribe(topic: Topic, listener: Listener): () => void
  /** @param sender the id of this process, for a topic that counts processes */
  publish(em: EntityManager, topic: Topic, sender?: string): Promise<void>
  /** Publishes several signals in one statement, in their order. */
  publishAll(em: EntityManager, topics: Topic[], sender?: string): Promise<void>
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

/** The one channel of Postgres that carries all signals. */
export const CHANNEL = 'parley'
const RECONNECT_MS = 1_000
/**
 * How often the listening connection is asked for an answer. One that was cut
 * without a word, by a router that has forgotten it, is as silent as one without
 * signals.
 */
const PING_MS = 20_000
/** How long the connection may take for an answer. */
const ANSWER_MS = 5_000

const notify = prepared((db, p: { signals: { payload: string }[] }) =>
  db
    .selectFrom(jsonRows(p.signals, 'signal', { payload: 'text' }))
    .select(({ fn, val, ref }) =>
      fn<null>('pg_notify', [val(CHANNEL), ref('signal.payload')]).as('notified'),
    ),
)

/** Opens the listening connection; it comes back by itself when the database does. */
export function createSignals(databaseUrl: string, log: Logger): Signals {
  const listeners = new Map<string, Set<Listener>>()
  let client: Client | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let pings: NodeJS.Timeout | undefined

  async function connect() {
    const next = new Client({
      connectionString: databaseUrl,
      keepAlive: true,
      keepAliveInitialDelayMillis: PING_MS,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    let isLost = false
    function lost(err?: unknown) {
      if (isLost) return
      isLost = true
      next.end().catch(() => {})
      reconnect(err)
    }
    next.on('error', lost)
    next.on('end', () => lost())
    next.on('notification', ({ payload = '' }) => {
      const [topic = '', sender] = payload.split(' ')
      for (const listener of listeners.get(topic) ?? []) listener('signal', sender)
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
      if (closed || isLost) return void next.end().catch(() => {})
      client = next
      pings = setInterval(() => void next.query('select 1').catch(lost), PING_MS).unref()
      // Listeners look again, because signals of the meantime were missed.
      for (const set of listeners.values()) for (const listener of set) listener('reconnected')
    } catch (err) {
      lost(err)
    }
  }

  function reconnect(err: unknown) {
    clearInterval(pings)
    if (closed) return
    client = undefined
    if (err) log.warn({ err }, 'signal connection lost, polling until it is back')
    retry = setTimeout(() => {
      retry = undefined
      void connect()
    }, RECONNECT_MS)
  }

  function subscribe(topic: Topic, listener: Listener) {
    const set = listeners.get(topic) ?? new Set()
    listeners.set(topic, set.add(listener))
    return () => {
      set.delete(listener)
      if (set.size === 0 && listeners.get(topic) === set) listeners.delete(topic)
    }
  }

  async function publishAll(em: EntityManager, topics: Topic[], sender?: string) {
    const payloads = topics.map((topic) => (sender ? `${topic} ${sender}` : topic))
    await notify(em, { signals: payloads.map((payload) => ({ payload })) })
  }

  void connect()

  return {
    subscribe,
    publish: (em, topic, sender) => publishAll(em, [topic], sender),
    publishAll,
    waitFor(topic, check, options) {
      return waitFor((listener) => subscribe(topic, listener), check, options)
    },
    isConnected: () => client !== undefined,
    async close() {
      closed = true
      clearTimeout(retry)
      clearInterval(pings)
      await client?.end().catch(() => {})
    },
  }
}

async function waitFor<T>(
  subscribe: (listener: () => void) => () => void,
  check: () => Promise<T | undefined>,
  {
    deadlineMs,
    pollMs = 1_000,
    signal,
  }: { deadlineMs: number; pollMs?: number; signal?: AbortSignal },
): Promise<T | undefined> {
  const end = Date.now() + deadlineMs
  let wasSignalled = false
  let resume = () => {}
  const onSignal = () => {
    wasSignalled = true
    resume()
  }
  const unsubscribe = subscribe(onSignal)
  signal?.addEventListener('abort', onSignal)
  try {
    for (;;) {
      wasSignalled = false
      if (signal?.aborted) return undefined
      const result = await check()
      if (result !== undefined) return result
      const msLeft = end - Date.now()
      if (msLeft <= 0) return undefined
      // A signal that came during the check may be of a change that it did not see.
      if (wasSignalled) continue
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.min(pollMs, msLeft))
        resume = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  } finally {
    unsubscribe()
    signal?.removeEventListener('abort', onSignal)
  }
}
