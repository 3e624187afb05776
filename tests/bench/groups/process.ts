import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import type { Row } from '../row.ts'
import { waitForServer } from '../server-process.ts'
import { median } from '../statistics.ts'

const SETTLE_MS = 3_000

/** From starting the web process to its first answer out of the database, and its memory then. */
export async function start(bench: Bench): Promise<Row[]> {
  const times: number[] = []
  const memory: number[] = []
  for (let round = 0; round < (bench.quick ? 1 : 3); round += 1) {
    const started = performance.now()
    const server = bench.startOurs()
    await waitForServer(`${server.url}/healthz`)
    const response = await fetch(`${server.url}/api/session`, {
      headers: { cookie: `session-token=${bench.seed.reader.token}` },
    })
    times.push(performance.now() - started)
    if (!response.ok) throw new Error(`/api/session: ${response.status}`)
    await sleep(SETTLE_MS)
    memory.push(server.memory())
    await server.stop()
  }
  return [
    { what: 'start to first answer', unit: 'ms', ours: median(times), goal: { atMost: 700 } },
    { what: 'memory when idle', unit: 'MiB', ours: median(memory), goal: { atMost: 130 } },
  ]
}

/** What is left in memory after all the load of this run. */
export async function memoryAfterLoad({ ours, floor }: Bench): Promise<Row[]> {
  await sleep(SETTLE_MS)
  return [
    {
      what: 'memory after the load of this run',
      unit: 'MiB',
      ours: ours.memory(),
      floor: floor.memory(),
      goal: { atMost: 350 },
    },
  ]
}
