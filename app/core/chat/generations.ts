import type { Services } from '../services.server.ts'
import type { Generation } from './generation.ts'
import { saveProgress } from './store-reply.ts'

/** The replies that this process is writing. */
export type Generations = {
  /** Makes a drain wait for a turn that is being claimed: it may become a running reply. */
  starting(claim: Promise<unknown>): void
  add(generation: Generation): void
  remove(generation: Generation): void
  /** The running reply of a chat, if this process writes it. */
  ofChat(chatId: string): Generation | undefined
  get size(): number
  isDraining(): boolean
  /** Lets replies finish for at most `ms` milliseconds, then stores the rest as interrupted. */
  drain(ms: number): Promise<void>
}

/** How often the growing replies are stored: at most this much is lost in a crash. */
const SAVE_EVERY_MS = 1_000
const STORE_DEADLINE_MS = 5_000

/**
 * Keeps the running replies. All of them are stored together, in one
 * statement a second, which is also their heartbeat and the safety net of the
 * stop signal.
 */
export function createGenerations({ orm, log }: Pick<Services, 'orm' | 'log'>): Generations {
  const byChat = new Map<string, Generation>()
  const claims = new Set<Promise<unknown>>()
  const saved = new WeakMap<Generation, number>()
  let draining = false
  let saving = false
  let timer: NodeJS.Timeout | undefined

  async function save() {
    if (saving || byChat.size === 0) return
    saving = true
    try {
      const batch = [...byChat.values()].map((generation) => ({
        generation,
        revision: generation.revision,
        changed: saved.get(generation) !== generation.revision,
      }))
      const rows = await saveProgress(orm.em.fork(), batch)
      for (const { generation, revision } of batch) {
        const row = rows.get(generation.messageId)
        if (row) saved.set(generation, revision)
        // The row went (chat deleted, message retried) or was asked to stop.
        if (byChat.get(generation.chatId) !== generation) continue
        if (!row) generation.stop('abandoned')
        else if (row.stopRequested) generation.stop('stopped')
      }
    } catch (err) {
      log.warn({ err, replies: byChat.size }, 'progress not stored, trying again')
    } finally {
      saving = false
    }
  }

  function running() {
    return [...byChat.values()].map(({ ended }) => ended)
  }

  return {
    starting(claim) {
      const settling = claim.catch(() => {}).finally(() => claims.delete(settling))
      claims.add(settling)
    },
    add(generation) {
      byChat.set(generation.chatId, generation)
      timer ??= setInterval(() => void save(), SAVE_EVERY_MS)
    },
    remove(generation) {
      if (byChat.get(generation.chatId) === generation) byChat.delete(generation.chatId)
      if (byChat.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
    ofChat: (chatId) => byChat.get(chatId),
    get size() {
      return byChat.size
    },
    isDraining: () => draining,
    async drain(ms) {
      draining = true
      const end = Date.now() + ms
      await settled([...claims], ms)
      if (byChat.size > 0) log.info({ replies: byChat.size }, 'waiting for running replies')
      await settled(running(), end - Date.now())
      for (const generation of byChat.values()) generation.stop('interrupted')
      await settled(running(), STORE_DEADLINE_MS)
    },
  }
}

async function settled(promises: Promise<unknown>[], ms: number): Promise<void> {
  if (promises.length === 0) return
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  await Promise.race([Promise.all(promises), deadline])
  clearTimeout(timer)
}
