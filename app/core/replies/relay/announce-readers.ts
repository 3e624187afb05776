import { randomUUID } from 'node:crypto'
import type { Orm } from '#db/orm.ts'
import { coalesce } from '../../coalesce.ts'
import type { Logger } from '../../log.ts'
import type { Signals, Topic } from '../../signals.ts'

/** Tells the processes that write replies which of them are read here. */
export type ReaderAnnouncer = {
  /** Has the process that writes a reply forward it, until `release` is called. */
  follow(replyId: string): {
    /** Announces the reader again, in case the process did not hear of it. */
    announce(): void
    release(): void
  }
  close(): Promise<void>
}

/**
 * How long the process that writes a reply forwards it after it last heard of a
 * reader: a process with readers may die.
 */
export const LEASE_MS = 10_000
const RENEW_MS = 3_000
const MAX_TOLD_AT_ONCE = 500

/** Creates the announcer of a process. All readers of a reply in a process count as one. */
export function createReaderAnnouncer({
  orm,
  signals,
  log,
}: {
  orm: Orm
  signals: Signals
  log: Logger
}): ReaderAnnouncer {
  const processId = randomUUID()
  /** How many readers each reply has here. */
  const readers = new Map<string, number>()
  /** The replies of which is being told; `again` when there is something newer to tell. */
  const announcing = new Map<string, { again: boolean }>()
  let timer: NodeJS.Timeout | undefined

  /** Tells whether a reply has readers. One after the other, so that what is told last is true. */
  async function announce(replyId: string) {
    const running = announcing.get(replyId)
    if (running) {
      running.again = true
      return
    }
    const state = { again: true }
    announcing.set(replyId, state)
    while (state.again) {
      state.again = false
      await publish(readers.has(replyId) ? 'follow' : 'unfollow', replyId)
    }
    announcing.delete(replyId)
  }

  /** All that is told at the same time, as at each renewal, is one statement. */
  const publishTogether = coalesce(
    async (topics: Topic[]) => {
      await signals.publishAll(orm.em.fork(), topics, processId)
      return topics
    },
    { everyMs: 0, maxItems: MAX_TOLD_AT_ONCE },
  )

  async function publish(topic: 'follow' | 'unfollow', replyId: string) {
    try {
      await publishTogether(`${topic}:${replyId}`)
    } catch (err) {
      log.debug({ err, replyId, topic }, 'reader not announced, trying again later')
    }
  }

  function renewAll() {
    for (const replyId of readers.keys()) void announce(replyId)
  }

  function add(replyId: string) {
    const count = readers.get(replyId) ?? 0
    readers.set(replyId, count + 1)
    timer ??= setInterval(renewAll, RENEW_MS).unref()
    if (count === 0) void announce(replyId)
  }

  function remove(replyId: string) {
    const left = (readers.get(replyId) ?? 0) - 1
    if (left > 0) return void readers.set(replyId, left)
    readers.delete(replyId)
    void announce(replyId)
    if (readers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    follow(replyId) {
      add(replyId)
      let isReleased = false
      return {
        announce: () => void announce(replyId),
        release() {
          if (isReleased) return
          isReleased = true
          remove(replyId)
        },
      }
    },
    async close() {
      clearInterval(timer)
      const read = [...readers.keys()]
      readers.clear()
      await Promise.all(read.map(announce))
    },
  }
}
