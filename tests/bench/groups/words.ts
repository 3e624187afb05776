import type { Bench, Server } from '../bench.ts'
import { readReply } from '../read-reply.ts'
import type { Row } from '../results-table.ts'
import { median } from '../statistics.ts'

const WORDS = 1_000
const GOAL = { atLeast: 30_000 }

/** How many words per second pass through when the model sends its whole reply of 1,000 words at once. */
export async function words(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const concurrent of [1, 16]) {
    const rounds = (bench.quick ? 10 : 40) / (concurrent > 1 ? 4 : 1)
    const ours: number[] = []
    const baseline: number[] = []
    for (let round = 0; round < rounds + 2; round += 1) {
      ours.push(await wordsPerSecond(bench, bench.ours, concurrent))
      baseline.push(await wordsPerSecond(bench, bench.baseline, concurrent))
    }
    rows.push({
      what: `1,000 words at once, ${concurrent} ${concurrent > 1 ? 'replies' : 'reply'}`,
      unit: 'words/s',
      // The first two rounds are left out: they warm up the processes.
      ours: median(ours.slice(2)),
      baseline: median(baseline.slice(2)),
      goal: GOAL,
    })
  }
  return rows
}

async function wordsPerSecond(
  { seed }: Bench,
  server: Server,
  concurrent: number,
): Promise<number> {
  const started = performance.now()
  const replies = await Promise.all(
    seed.users.slice(0, concurrent).map((user) => readReply(server, user, { words: WORDS })),
  )
  const seconds = (performance.now() - started) / 1000
  const read = replies.reduce((sum, { delays }) => sum + delays.length, 0)
  if (read !== concurrent * WORDS) throw new Error(`${concurrent * WORDS - read} words were lost.`)
  return read / seconds
}
