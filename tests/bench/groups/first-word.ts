import { randomUUID } from 'node:crypto'
import type { Bench, Server } from '../bench.ts'
import { readReply } from '../read-reply.ts'
import type { Goal, Row } from '../results-table.ts'
import { median, quantile } from '../statistics.ts'

const MODEL_DELAY_MS = 200

/**
 * How much time the service adds to the model's own time to the first word, in
 * an existing chat. Once with a model that answers at once, and once with one
 * that takes 200 ms, about as long as a quick real one.
 */
export async function firstWord(bench: Bench): Promise<Row[]> {
  return [
    ...(await addedTime(bench, 'model at once', 0, 2.5)),
    ...(await addedTime(bench, `model after ${MODEL_DELAY_MS} ms`, MODEL_DELAY_MS, 2)),
  ]
}

async function addedTime(
  bench: Bench,
  when: string,
  delayMs: number,
  timesBaseline: number,
): Promise<Row[]> {
  const times = { ours: [] as number[], baseline: [] as number[] }
  const once = async (server: Server, index: number) => {
    const user = bench.seed.users[index % 50] ?? bench.seed.owner
    return (await readReply(server, user, { words: 3, delayMs })).firstWord
  }
  for (let index = 0; index < (bench.quick ? 10 : 30); index += 1) await once(bench.ours, index)
  for (let index = 0; index < (bench.quick ? 60 : 200); index += 1) {
    times.ours.push(await once(bench.ours, index))
    times.baseline.push(await once(bench.baseline, index))
  }
  const row = (share: number, goal?: Goal): Row => ({
    what: `added to first word, ${when}, p${share * 100}`,
    unit: 'ms',
    ours: quantile(times.ours, share),
    baseline: quantile(times.baseline, share),
    ...(goal && { goal }),
  })
  return [row(0.5, { timesBaseline }), row(0.99)]
}

/** The time to the first byte in a new chat, for which the model takes 800 ms to write a title. */
export async function newChat(bench: Bench): Promise<Row[]> {
  const times: number[] = []
  for (let index = 0; index < (bench.quick ? 10 : 40); index += 1) {
    const chat = { ...bench.seed.owner, chatId: randomUUID() }
    times.push((await readReply(bench.ours, chat, { words: 3 })).firstByte)
  }
  return [
    {
      what: 'first byte of a new chat, title takes 800 ms, p50',
      unit: 'ms',
      ours: median(times),
      goal: { atMost: 15 },
    },
  ]
}
