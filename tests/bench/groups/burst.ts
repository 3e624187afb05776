import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Server } from '../bench.ts'
import { readReply } from '../read-reply.ts'
import type { Row } from '../results-table.ts'
import { median } from '../statistics.ts'

const TURNS = 500
const WITHIN_MS = 1_000
const SCRIPT = { words: 100, intervalMs: 20 }
const HEALTH_CHECK_MS = 100

type Result = { firstWords: number[]; refused: number; slowestHealthCheck: number }

/** 500 turns that begin within one second: how many are refused, how late their first word is, and whether the server still answers others. */
export async function burst(bench: Bench): Promise<Row[]> {
  const baseline = await beginTurns(bench, bench.baseline)
  const ours = await beginTurns(bench, bench.ours)
  const what = (figure: string) => `${TURNS} turns in a second, ${figure}`
  return [
    {
      what: what('refused or cut'),
      unit: 'turns',
      ours: ours.refused,
      baseline: baseline.refused,
      goal: { atMost: 0 },
    },
    {
      what: what('first word p50'),
      unit: 'ms',
      ours: median(ours.firstWords),
      baseline: median(baseline.firstWords),
      goal: { timesBaseline: 8 },
    },
    {
      what: what('slowest /healthz'),
      unit: 'ms',
      ours: ours.slowestHealthCheck,
      baseline: baseline.slowestHealthCheck,
      goal: { atMost: 1_000 },
    },
  ]
}

async function beginTurns({ seed }: Bench, server: Server): Promise<Result> {
  const health = watchHealth(server)
  const turns = await Promise.allSettled(
    seed.users.slice(0, TURNS).map(async (user, index) => {
      await sleep((index * WITHIN_MS) / TURNS)
      return readReply(server, user, SCRIPT)
    }),
  )
  const whole = turns.flatMap((turn) =>
    turn.status === 'fulfilled' && turn.value.delays.length === SCRIPT.words ? [turn.value] : [],
  )
  return {
    firstWords: whole.map(({ firstWord }) => firstWord),
    refused: turns.length - whole.length,
    slowestHealthCheck: await health.stop(),
  }
}

/** Asks for /healthz over and over; the baseline answers it with 404, which takes as long. */
function watchHealth({ url }: Server) {
  let stopped = false
  let slowest = 0
  async function watch() {
    while (!stopped) {
      const started = performance.now()
      await (await fetch(`${url}/healthz`)).arrayBuffer()
      slowest = Math.max(slowest, performance.now() - started)
      await sleep(HEALTH_CHECK_MS)
    }
  }
  const watching = watch()
  return {
    /** @returns milliseconds of the slowest answer */
    async stop() {
      stopped = true
      await watching
      return slowest
    },
  }
}
