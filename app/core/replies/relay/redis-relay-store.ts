import type { Redis } from 'ioredis'
import { connectToRedis } from '../../jobs/queue.ts'
import type { ReplyChunk } from '../reply-chunk.ts'
import { BATCHES_PER_READ, type RelayBatch, type RelayStore } from './relay-store.ts'

/** For one command, so that a Redis that hangs holds nobody for longer. */
const REDIS_DEADLINE_MS = 2_000
/** For how long Redis keeps a reply to which nothing more is added. */
const KEEP_MS = 5 * 60_000

/**
 * Relays replies through Redis: each is a stream, of which an entry's id is how
 * many chunks of the reply there are up to its end. Two connections, which are
 * made when they are first needed: one for commands, and one that is told when
 * there is more to read. No command blocks, so all readers share them.
 *
 * @param url of Redis
 * @param prefix of its keys and channels
 */
export function createRedisRelayStore(url: string, prefix: string): RelayStore {
  const listeners = new Map<string, Set<() => void>>()
  let commands: Redis | undefined
  let subscriber: Redis | undefined

  function redis(): Redis {
    commands ??= connectToRedis(url, { commandTimeout: REDIS_DEADLINE_MS })
    return commands
  }

  function hints(): Redis {
    if (subscriber) return subscriber
    subscriber = connectToRedis(url)
    subscriber.on('message', (channel) => {
      for (const listener of listeners.get(channel) ?? []) listener()
    })
    return subscriber
  }

  /** The name of a reply's stream, and of the channel that tells of it. */
  const keyOf = (replyId: string) => `${prefix}:relay:${replyId}`

  return {
    async append(batches) {
      const pipeline = redis().pipeline()
      for (const { replyId, from, chunks } of batches) {
        const key = keyOf(replyId)
        // A batch that does not come first continues what is there, or is refused.
        if (from > 0) {
          pipeline.xadd(key, 'NOMKSTREAM', idOf(from + chunks.length), 'chunks', toJson(chunks))
        } else {
          pipeline.xadd(key, idOf(chunks.length), 'chunks', toJson(chunks))
        }
        pipeline.pexpire(key, KEEP_MS)
        pipeline.publish(key, '')
      }
      const results = (await pipeline.exec()) ?? []
      return batches.map((_, index) => wasAdded(results[index * 3]))
    },

    async read(positions) {
      const pipeline = redis().pipeline()
      for (const { replyId, position } of positions) {
        // From the entry that ends after the position; "(" leaves out the one that ends at it.
        pipeline.xrange(keyOf(replyId), `(${idOf(position)}`, '+', 'COUNT', BATCHES_PER_READ)
      }
      const results = (await pipeline.exec()) ?? []
      return positions.map((_, index) => {
        const [error, entries] = results[index] ?? []
        if (error) throw error
        return ((entries ?? []) as [string, string[]][]).map(toBatch)
      })
    },

    onAppended(replyId, listener) {
      const channel = keyOf(replyId)
      const set = listeners.get(channel) ?? new Set()
      listeners.set(channel, set.add(listener))
      // A failure costs only time: readers also look by themselves.
      if (set.size === 1) void hints().subscribe(channel).catch(ignore)
      return () => {
        set.delete(listener)
        if (set.size > 0 || listeners.get(channel) !== set) return
        listeners.delete(channel)
        void hints().unsubscribe(channel).catch(ignore)
      }
    },

    async remove(replyId) {
      await redis().del(keyOf(replyId))
    },

    async close() {
      commands?.disconnect()
      subscriber?.disconnect()
    },
  }
}

const ignore = () => {}

function idOf(next: number): string {
  return `${next}-0`
}

function toJson(chunks: ReplyChunk[]): string {
  return JSON.stringify(chunks)
}

function toBatch([id, fields]: [string, string[]]): Omit<RelayBatch, 'replyId'> {
  const chunks = JSON.parse(fields[1] ?? '[]') as ReplyChunk[]
  return { from: Number.parseInt(id, 10) - chunks.length, chunks }
}

/** Tells whether an entry is in its stream: it was added, or had been before. */
function wasAdded([error, id]: [Error | null, unknown] = [null, null]): boolean {
  if (error?.message.includes('equal or smaller')) return true
  if (error) throw error
  return id !== null
}
