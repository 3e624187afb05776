import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Server } from '../bench.ts'
import { readReply } from '../read-reply.ts'
import type { Goal, Row } from '../row.ts'
import { quantile } from '../statistics.ts'

const EVERY_MS = 20
/** Between two measurements: sockets close, replies are stored. */
const PAUSE_MS = 500

type Held = { delays: number[]; lost: number; memory: number; whole: number }

const GOALS: Record<number, { p99: Goal; memory: Goal } | undefined> = {
  200: { p99: { atMost: 300 }, memory: { atMost: 350 } },
  500: { p99: { atMost: 1_500 }, memory: { atMost: 500 } },
}

/** Many replies at once, each at a human pace: how late each word is, and what it takes. */
export async function heldStreams(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  const words = bench.quick ? 60 : 200
  for (const count of bench.quick ? [50, 200] : [50, 200, 500]) {
    const floor = await hold(bench, bench.floor, count, words)
    const ours = await hold(bench, bench.ours, count, words)
    const what = (figure: string) => `${count} streams × ${words} words, ${figure}`
    const goals = GOALS[count]
    rows.push(
      late(what('added p50'), ours, floor, 0.5),
      { ...late(what('added p99'), ours, floor, 0.99), ...(goals && { goal: goals.p99 }) },
      {
        what: what('memory at most'),
        unit: 'MiB',
        ours: ours.memory,
        floor: floor.memory,
        ...(goals && { goal: goals.memory }),
      },
      {
        what: what('lost'),
        unit: 'words',
        ours: ours.lost,
        floor: floor.lost,
        goal: { atMost: 0 },
      },
    )
  }
  return rows
}

function late(what: string, ours: Held, floor: Held, share: number): Row {
  const [a, b] = [quantile(ours.delays, share), quantile(floor.delays, share)]
  return { what, unit: 'ms', ours: a, floor: b }
}

async function hold(bench: Bench, server: Server, count: number, words: number): Promise<Held> {
  await sleep(PAUSE_MS)
  let memory = server.memory()
  const sampler = setInterval(() => {
    memory = Math.max(memory, server.memory())
  }, 100)
  const results = await Promise.allSettled(
    bench.seed.people
      .slice(0, count)
      .map((person) => readReply(server, person, { words, everyMs: EVERY_MS })),
  )
  clearInterval(sampler)
  const whole = results.filter((result) => result.status === 'fulfilled').map(({ value }) => value)
  const delays = whole.flatMap((reply) => reply.delays)
  return { delays, memory, whole: whole.length, lost: count * words - delays.length }
}
