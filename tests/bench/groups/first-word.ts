import { randomUUID } from 'node:crypto'
import type { Bench, Server } from '../bench.ts'
import { readReply } from '../read-reply.ts'
import type { Row } from '../row.ts'
import { median, quantile } from '../statistics.ts'

const MODEL_MS = 50

/**
 * Time to the first word in an existing chat beyond the model's own: when the
 * model answers at once, and when it thinks for 50 ms (still sooner than any
 * real one), in which the writing of the turn's rows is hidden.
 */
export async function firstWord(bench: Bench): Promise<Row[]> {
  return [
    ...(await addedTime(bench, 'model at once', 0)),
    ...(await addedTime(bench, `model after ${MODEL_MS} ms`, MODEL_MS)),
  ]
}

async function addedTime(bench: Bench, when: string, afterMs: number): Promise<Row[]> {
  const times = { ours: [] as number[], floor: [] as number[] }
  const once = async (server: Server, index: number) => {
    const person = bench.seed.people[index % 50] ?? bench.seed.reader
    return (await readReply(server, person, { words: 3, afterMs })).firstWord
  }
  for (let index = 0; index < (bench.quick ? 10 : 30); index += 1) await once(bench.ours, index)
  for (let index = 0; index < (bench.quick ? 60 : 200); index += 1) {
    times.ours.push(await once(bench.ours, index))
    times.floor.push(await once(bench.floor, index))
  }
  const row = (share: number, atMost: number): Row => ({
    what: `added to first word, ${when}, p${share * 100}`,
    unit: 'ms',
    ours: quantile(times.ours, share),
    floor: quantile(times.floor, share),
    goal: { atMost },
  })
  return [row(0.5, 3), row(0.99, 10)]
}

/** Time to the first byte of a new chat, while the model needs 800 ms for the title. */
export async function newChat(bench: Bench): Promise<Row[]> {
  const times: number[] = []
  for (let index = 0; index < (bench.quick ? 10 : 40); index += 1) {
    const chat = { ...bench.seed.reader, chatId: randomUUID() }
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
