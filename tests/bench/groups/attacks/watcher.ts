import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Server } from '../../bench.ts'
import { readReply } from '../../read-reply.ts'
import type { SeedUser } from '../../seed.ts'

const EVERY_MS = 100
const GIVEN_UP_MS = 60_000

/** What somebody who has nothing to do with an attack saw of it. */
export type Seen = {
  /** The slowest answer of each kind: milliseconds. */
  slowest: Record<string, number>
  /** Answers that did not come, or were none. */
  failures: string[]
  /** Memory of the web process at most: MiB. */
  memory: number
  /**
   * Milliseconds for which the event loops of the service and of the watcher stood
   * at most, and the most processor time that the service's used in one go.
   */
  delays: { service: number; work: number; watcher: number }
  /** How busy the machine was: the share of the time in which the service had work, but no processor. */
  waitedForProcessor: number
}

export type Watcher = { stop(): Promise<Seen> }

/**
 * Asks for something every tenth of a second: kinds of requests take turns, and
 * one whose last answer has not come yet is left out. Measures from when all
 * were answered once.
 */
export async function watch(server: Server, user: SeedUser, turns: SeedUser): Promise<Watcher> {
  const kinds = requestsOf(server, user, turns)
  for (const ask of Object.values(kinds)) await ask()
  const seen: Seen = {
    slowest: Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0])),
    failures: [],
    memory: 0,
    delays: { service: 0, work: 0, watcher: 0 },
    waitedForProcessor: 0,
  }
  const pending = new Map<string, Promise<void>>()

  async function measure(kind: string, ask: () => Promise<void>) {
    const started = performance.now()
    try {
      await ask()
    } catch (error) {
      seen.failures.push(`${kind}: ${error instanceof Error ? error.message : error}`)
    }
    seen.slowest[kind] = Math.max(seen.slowest[kind] ?? 0, performance.now() - started)
    pending.delete(kind)
  }

  let stopped = false
  async function goRound() {
    while (!stopped) {
      for (const [kind, ask] of Object.entries(kinds)) {
        if (!pending.has(kind)) pending.set(kind, measure(kind, ask))
        seen.memory = Math.max(seen.memory, server.memory())
        await sleep(EVERY_MS)
      }
    }
  }

  await server.longestDelay()
  const begin = { at: performance.now(), waited: server.waitedForProcessor() }
  const ownDelay = monitorEventLoopDelay({ resolution: 10 })
  ownDelay.enable()
  const watching = goRound()
  return {
    async stop() {
      if (stopped) return seen
      stopped = true
      await watching
      await Promise.all(pending.values())
      const { delay, work } = await server.longestDelay()
      seen.delays = { service: delay, work, watcher: ownDelay.max / 1e6 }
      seen.waitedForProcessor =
        (server.waitedForProcessor() - begin.waited) / (performance.now() - begin.at)
      ownDelay.disable()
      return seen
    },
  }
}

function requestsOf(server: Server, user: SeedUser, turns: SeedUser) {
  const get = (path: string) => async () => {
    const response = await fetch(`${server.url}${path}`, {
      headers: { cookie: `session-token=${user.token}` },
      signal: AbortSignal.timeout(GIVEN_UP_MS),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 200)}`)
  }
  return {
    '/healthz': get('/healthz'),
    '/readyz': get('/readyz'),
    'chat page': get(`/chat/${user.chatId}`),
    '/api/vote': get(`/api/vote?chatId=${user.chatId}`),
    'short turn': async () => {
      await readReply(server, turns, { words: 3 })
    },
  }
}
