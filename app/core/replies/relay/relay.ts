import type { Orm } from '#db/orm.ts'
import { coalesce } from '../../coalesce.ts'
import type { ServiceEnv } from '../../env.server.ts'
import type { Logger } from '../../log.ts'
import type { Signals } from '../../signals.ts'
import { createReaderAnnouncer, type ReaderAnnouncer } from './announce-readers.ts'
import { createForwarder, type Forwarder } from './forward-replies.ts'
import { createPostgresRelayStore } from './postgres-relay-store.ts'
import { createRedisRelayStore } from './redis-relay-store.ts'
import type { RelayBatch, RelayPosition, RelayStore } from './relay-store.ts'

/**
 * Brings running replies from the process that writes them to those that read
 * them (docs/decisions/0017-running-replies-are-relayed.md).
 */
export type Relay = Pick<RelayStore, 'onAppended'> &
  Pick<Forwarder, 'forward'> &
  Pick<ReaderAnnouncer, 'follow'> & {
    /** @returns batches that go beyond the position, in order, as far as they are there */
    read(position: RelayPosition): Promise<Omit<RelayBatch, 'replyId'>[]>
    /** Tells the processes that follow a reply, or wait for its end, that it has ended. */
    announceEnd(replyId: string): void
    /** Waits for a moment until what was written has been forwarded. */
    close(): Promise<void>
  }

type RelayServices = { env: ServiceEnv; log: Logger; orm: Orm; signals: Signals }

/** Milliseconds between two writes of this process, which hold what all its replies have by then. */
const WRITE_EVERY_MS = 20
/** Milliseconds between two signals that replies have ended; each is of all that have by then. */
const SIGNAL_ENDS_EVERY_MS = 50
const MAX_REPLIES_AT_ONCE = 100

/** Creates the relay of a process: through Redis where `REDIS_URL` is set, else through Postgres. */
export function createRelay({ env, log, orm, signals }: RelayServices): Relay {
  const store = env.REDIS_URL
    ? createRedisRelayStore(env.REDIS_URL, env.QUEUE_PREFIX)
    : createPostgresRelayStore(orm, signals)
  const maxItems = MAX_REPLIES_AT_ONCE
  const forwarder = createForwarder({
    signals,
    log,
    append: coalesce(store.append, { everyMs: WRITE_EVERY_MS, maxItems }),
    remove: store.remove,
  })
  const announcer = createReaderAnnouncer({ orm, signals, log })
  const signalEnd = coalesce(signalEnds, { everyMs: SIGNAL_ENDS_EVERY_MS, maxItems })

  async function signalEnds(replyIds: string[]): Promise<undefined[]> {
    try {
      const topics = replyIds.map((id) => `reply:${id}` as const)
      await signals.publishAll(orm.em.fork(), topics)
    } catch (err) {
      log.warn({ err, replyIds }, 'end of replies not signalled; followers will poll')
    }
    return []
  }

  return {
    forward: forwarder.forward,
    follow: announcer.follow,
    read: coalesce(store.read, { everyMs: 0, maxItems }),
    onAppended: store.onAppended,
    announceEnd: (replyId) => void signalEnd(replyId),
    async close() {
      await Promise.all([forwarder.close(), announcer.close()])
      await store.close()
    },
  }
}
