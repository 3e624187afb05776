import type { Services } from '../services.server.ts'
import type { Generation } from './generation.ts'
import { storeGrowingReplies } from './store-reply.ts'

/** The replies that this process is writing. */
export type GenerationRegistry = {
  /** Makes a drain wait for a turn that is being claimed, because a reply may follow from it. */
  trackClaim<T>(claim: Promise<T>): Promise<T>
  add(generation: Generation): void
  remove(generation: Generation): void
  /** The running reply of a chat, if this process writes it. */
  findByChat(chatId: string): Generation | undefined
  get size(): number
  /** Whether it writes, or is about to write, as many replies as it may (`MAX_RUNNING_REPLIES`). */
  isFull(): boolean
  isDraining(): boolean
  /** Lets replies finish for at most `ms` milliseconds, then stores the rest as interrupted. */
  drain(ms: number): Promise<void>
}

/** How often the growing replies are stored. A crash loses what came after the last time. */
const STORE_EVERY_MS = 1_000
/** How long a drain waits for the replies that it has interrupted to be stored. */
const STORE_DEADLINE_MS = 5_000

/**
 * Creates the registry of the replies that this process is writing. Every
 * second it stores all of them in one statement, which also renews their
 * heartbeats and finds requests to stop whose signal was missed.
 */
export function createGenerationRegistry({
  orm,
  log,
  env,
}: Pick<Services, 'orm' | 'log' | 'env'>): GenerationRegistry {
  const byChat = new Map<string, Generation>()
  const claims = new Set<Promise<unknown>>()
  const storedRevisions = new WeakMap<Generation, number>()
  let isDraining = false
  let isStoring = false
  let timer: NodeJS.Timeout | undefined

  async function storeAll() {
    if (isStoring || byChat.size === 0) return
    isStoring = true
    try {
      const batch = [...byChat.values()].map((generation) => ({
        generation,
        revision: generation.revision,
        hasChanged: storedRevisions.get(generation) !== generation.revision,
      }))
      const rows = await storeGrowingReplies(orm.em.fork(), batch)
      for (const { generation, revision } of batch) {
        const row = rows.get(generation.replyId)
        if (row) storedRevisions.set(generation, revision)
        if (byChat.get(generation.chatId) !== generation) continue
        // Without a row the chat was deleted, or this process was taken for dead.
        if (!row) generation.stop('abandoned')
        else if (row.stopRequested) generation.stop('stopped')
      }
    } catch (err) {
      log.warn({ err, replies: byChat.size }, 'progress not stored, trying again')
    } finally {
      isStoring = false
    }
  }

  function allEnded() {
    return [...byChat.values()].map(({ ended }) => ended)
  }

  return {
    trackClaim(claim) {
      claims.add(claim)
      const untrack = () => claims.delete(claim)
      claim.then(untrack, untrack)
      return claim
    },
    add(generation) {
      // One that is still here has lost its row, or the new one could not be claimed.
      byChat.get(generation.chatId)?.stop('abandoned')
      byChat.set(generation.chatId, generation)
      timer ??= setInterval(() => void storeAll(), STORE_EVERY_MS)
    },
    remove(generation) {
      if (byChat.get(generation.chatId) === generation) byChat.delete(generation.chatId)
      if (byChat.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
    findByChat: (chatId) => byChat.get(chatId),
    get size() {
      return byChat.size
    },
    isFull: () => byChat.size + claims.size >= env.MAX_RUNNING_REPLIES,
    isDraining: () => isDraining,
    async drain(ms) {
      isDraining = true
      const end = Date.now() + ms
      await waitForAll(
        [...claims].map((claim) => claim.catch(() => {})),
        ms,
      )
      if (byChat.size > 0) log.info({ replies: byChat.size }, 'waiting for running replies')
      await waitForAll(allEnded(), end - Date.now())
      for (const generation of byChat.values()) generation.stop('interrupted')
      await waitForAll(allEnded(), STORE_DEADLINE_MS)
    },
  }
}

/** Waits until all promises are fulfilled, for at most `ms` milliseconds. */
async function waitForAll(promises: Promise<unknown>[], ms: number): Promise<void> {
  if (promises.length === 0) return
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([Promise.all(promises), deadline])
  clearTimeout(timer)
}
