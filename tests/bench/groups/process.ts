import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from '../bench.ts'
import type { Row } from '../results-table.ts'
import { type ServerProcess, waitForServer } from '../server-process.ts'
import { median } from '../statistics.ts'

/** By then a process has released what only its start needed. */
const IDLE_MS = 8_000

const LAUNCHER_START_MS = 60_000

/** The time from starting a web process to its first answer with data from the database, and its memory afterwards. */
export async function start(bench: Bench): Promise<Row[]> {
  const times: number[] = []
  const memory: number[] = []
  for (let round = 0; round < (bench.quick ? 1 : 3); round += 1) {
    const started = performance.now()
    const server = bench.startWebProcess()
    await waitForServer(`${server.url}/healthz`)
    const response = await fetch(`${server.url}/api/session`, {
      headers: { cookie: `session-token=${bench.seed.owner.token}` },
    })
    times.push(performance.now() - started)
    if (!response.ok) throw new Error(`/api/session: ${response.status}`)
    await sleep(IDLE_MS)
    memory.push(server.memory())
    await server.stop()
  }
  return [
    { what: 'start to first answer', unit: 'ms', ours: median(times), goal: { atMost: 700 } },
    { what: 'memory when idle', unit: 'MiB', ours: median(memory), goal: { atMost: 130 } },
  ]
}

/** The memory of the worker and of the launcher when nobody uses the service. */
export async function idleMemory(bench: Bench): Promise<Row[]> {
  const launcher = bench.startLauncher()
  await waitForServer(`${launcher.url}/healthz`, LAUNCHER_START_MS)
  await sleep(IDLE_MS)
  const row = (what: string, process: ServerProcess, atMost: number): Row => ({
    what: `memory of the ${what} when idle`,
    unit: 'MiB',
    ours: process.memory(),
    goal: { atMost },
  })
  const rows = [row('worker', bench.worker, 130), row('launcher', launcher, 60)]
  await launcher.stop()
  return rows
}

/** The memory of the web process after everything that was measured before. */
export async function memoryAfterLoad({ ours, baseline }: Bench): Promise<Row[]> {
  await sleep(IDLE_MS)
  return [
    {
      what: 'memory after the load of this run',
      unit: 'MiB',
      ours: ours.memory(),
      baseline: baseline.memory(),
      goal: { atMost: 350 },
    },
  ]
}
