import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Server } from '../bench.ts'
import { readReply } from '../read-reply.ts'
import type { Goal, Row } from '../results-table.ts'
import { quantile } from '../statistics.ts'

const WORD_INTERVAL_MS = 20
/** Lets sockets close and replies be stored between two measurements. */
const PAUSE_MS = 500

type Result = { delays: number[]; lost: number; memory: number }

const GOALS: Record<number, { p99: Goal; memory: Goal } | undefined> = {
  200: { p99: { timesBaseline: 2.5 }, memory: { atMost: 350 } },
  500: { p99: { atMost: 1_500 }, memory: { atMost: 500 } },
}

/** Many replies at the same time, each at a pace to read along: the delay of each word, memory, and words that got lost. */
export async function concurrentStreams(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  const words = bench.quick ? 60 : 200
  for (const count of bench.quick ? [50, 200] : [50, 200, 500]) {
    const baseline = await readStreams(bench, bench.baseline, count, words)
    const ours = await readStreams(bench, bench.ours, count, words)
    const what = (figure: string) => `${count} streams × ${words} words, ${figure}`
    const goals = GOALS[count]
    rows.push(
      delayRow(what('added p50'), ours, baseline, 0.5),
      { ...delayRow(what('added p99'), ours, baseline, 0.99), ...(goals && { goal: goals.p99 }) },
      {
        what: what('memory at most'),
        unit: 'MiB',
        ours: ours.memory,
        baseline: baseline.memory,
        ...(goals && { goal: goals.memory }),
      },
      {
        what: what('lost'),
        unit: 'words',
        ours: ours.lost,
        baseline: baseline.lost,
        goal: { atMost: 0 },
      },
    )
  }
  return rows
}

function delayRow(what: string, ours: Result, baseline: Result, share: number): Row {
  return {
    what,
    unit: 'ms',
    ours: quantile(ours.delays, share),
    baseline: quantile(baseline.delays, share),
  }
}

async function readStreams(
  bench: Bench,
  server: Server,
  count: number,
  words: number,
): Promise<Result> {
  await sleep(PAUSE_MS)
  let memory = server.memory()
  const sampler = setInterval(() => {
    memory = Math.max(memory, server.memory())
  }, 100)
  const results = await Promise.allSettled(
    bench.seed.users
      .slice(0, count)
      .map((user) => readReply(server, user, { words, intervalMs: WORD_INTERVAL_MS })),
  )
  clearInterval(sampler)
  const complete = results
    .filter((result) => result.status === 'fulfilled')
    .map(({ value }) => value)
  const delays = complete.flatMap((reply) => reply.delays)
  return { delays, memory, lost: count * words - delays.length }
}
