import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Server } from '../bench.ts'
import { readReply } from '../read-reply.ts'
import type { Row } from '../results-table.ts'
import { waitForServer } from '../server-process.ts'

const STREAMS = 50
const WORD_INTERVAL_MS = 20
const WORDS_OF_SHORT_TURN = 3
/** Lets replies be stored, and what follows a measurement end, before the next. */
const PAUSE_MS = 500

/** How much of a core the service needs for what it does most: passing on words, and short turns. */
export async function cpu(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const { timesBaseline, ...measurement } of measurements(bench)) {
    const costs = await compare(bench, bench.ours, measurement)
    rows.push({ ...costs, goal: { timesBaseline } })
  }
  return rows
}

/** How much of that the packages need alone of which the service is built. */
export async function cpuOfPackages(bench: Bench): Promise<Row[]> {
  const server = bench.startPackages()
  try {
    await waitForServer(server.url)
    const rows: Row[] = []
    for (const measurement of measurements(bench)) {
      const costs = await compare(bench, server, measurement)
      rows.push({ ...costs, what: `${costs.what}, packages alone` })
    }
    return rows
  } finally {
    await server.stop()
  }
}

function measurements(bench: Bench): (Measurement & { timesBaseline: number })[] {
  const words = bench.quick ? 150 : 500
  const turns = bench.quick ? 60 : 300
  return [
    {
      what: `CPU a word, ${STREAMS} streams of ${1000 / WORD_INTERVAL_MS} words/s`,
      timesBaseline: 2,
      count: STREAMS * words,
      run: (server) => readStreams(bench, server, words),
    },
    {
      what: 'CPU a short turn, one after the other',
      timesBaseline: 2,
      count: turns,
      run: (server) => takeTurns(bench, server, turns, 1),
    },
    {
      what: 'CPU a short turn, 16 at once',
      timesBaseline: 2.5,
      count: turns,
      run: (server) => takeTurns(bench, server, turns, 16),
    },
  ]
}

type Measurement = {
  what: string
  /** What the processor time is divided by. */
  count: number
  run(server: Server): Promise<void>
}

async function compare(
  { baseline }: Bench,
  compared: Server,
  { what, count, run }: Measurement,
): Promise<Row> {
  const measure = async (server: Server) => {
    await sleep(PAUSE_MS)
    const before = await server.cpu()
    await run(server)
    return ((await server.cpu()) - before) / count
  }
  // Once to warm up both.
  await run(baseline)
  await run(compared)
  const costOfBaseline = await measure(baseline)
  return { what, unit: 'µs', ours: await measure(compared), baseline: costOfBaseline }
}

async function readStreams({ seed }: Bench, server: Server, words: number): Promise<void> {
  const script = { words, intervalMs: WORD_INTERVAL_MS }
  await Promise.all(seed.users.slice(0, STREAMS).map((user) => readReply(server, user, script)))
}

/** Takes turns in `concurrent` chats at once, in each one after the other. */
async function takeTurns(
  { seed }: Bench,
  server: Server,
  turns: number,
  concurrent: number,
): Promise<void> {
  let left = turns
  const chats = seed.users.slice(0, concurrent).map(async (user) => {
    while (left > 0) {
      left -= 1
      await readReply(server, user, { words: WORDS_OF_SHORT_TURN })
    }
  })
  await Promise.all(chats)
}
