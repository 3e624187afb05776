import type { Bench, Server } from '../bench.ts'
import { readReply } from '../read-reply.ts'
import type { Row } from '../row.ts'
import { median } from '../statistics.ts'

const WORDS = 1_000
const GOAL = { atLeast: 30_000 }

/** Words a second of a model that sends its whole answer of 1,000 words at once. */
export async function words(bench: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const atOnce of [1, 16]) {
    const rounds = (bench.quick ? 10 : 40) / (atOnce > 1 ? 4 : 1)
    const ours: number[] = []
    const floor: number[] = []
    for (let round = 0; round < rounds + 2; round += 1) {
      ours.push(await wordsPerSecond(bench, bench.ours, atOnce))
      floor.push(await wordsPerSecond(bench, bench.floor, atOnce))
    }
    rows.push({
      what: `1,000 words at once, ${atOnce} ${atOnce > 1 ? 'replies' : 'reply'}`,
      unit: 'words/s',
      // The first two are warm-up.
      ours: median(ours.slice(2)),
      floor: median(floor.slice(2)),
      goal: GOAL,
    })
  }
  return rows
}

async function wordsPerSecond({ seed }: Bench, server: Server, atOnce: number): Promise<number> {
  const started = performance.now()
  const replies = await Promise.all(
    seed.people.slice(0, atOnce).map((person) => readReply(server, person, { words: WORDS })),
  )
  const seconds = (performance.now() - started) / 1000
  const read = replies.reduce((sum, { delays }) => sum + delays.length, 0)
  if (read !== atOnce * WORDS) throw new Error(`${atOnce * WORDS - read} words were lost.`)
  return read / seconds
}
