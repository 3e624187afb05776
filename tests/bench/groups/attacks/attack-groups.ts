import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench } from '../../bench.ts'
import type { Row } from '../../results-table.ts'
import { waitForServer } from '../../server-process.ts'
import type { Attack } from './attack.ts'
import { ATTACKS } from './attacks.ts'
import { startAttacker } from './start-attacker.ts'
import { type Seen, type Watcher, watch } from './watcher.ts'

const SECONDS = 8
const QUICK_SECONDS = 4
/** How long others are watched after an attack. */
const AFTERWARDS_MS = 1_000
const SLOWEST_MS = 1_000
const MOST_MIB = 450

/** For each attack: how long others wait for an answer meanwhile, and the memory of the web process. */
export const attackGroups = Object.fromEntries(
  Object.entries(ATTACKS).map(([name, attack]) => [
    `attacks.${name}`,
    (bench: Bench) => runAttack(bench, name, attack),
  ]),
)

/** Attacks a web process of its own, so that what one attack leaves behind does not count for the next. */
async function runAttack(bench: Bench, name: string, attack: Attack): Promise<Row[]> {
  const attacker = await startAttacker(name, bench.ours.url)
  const server = bench.startWebProcess({
    flags: profileFlags(bench, name),
    // A refused attacker is a warning each time.
    env: { LOG_LEVEL: 'error' },
  })
  let watcher: Watcher | undefined
  try {
    await waitForServer(`${server.url}/healthz`)
    const [, user, turns] = bench.seed.users
    if (!user || !turns) throw new Error('There is nobody to watch.')
    watcher = await watch(server, user, turns)
    const ms = (attack.seconds ?? (bench.quick ? QUICK_SECONDS : SECONDS)) * 1_000
    const measured = attack.measure?.(bench, server, AbortSignal.timeout(ms)) ?? []
    const statuses = await attacker.attack({ origin: server.url, ms })
    await sleep(AFTERWARDS_MS)
    const rows = await measured
    const seen = await watcher.stop()
    report(seen, statuses)
    return [...rowsOf(attack.what, seen), ...rows]
  } finally {
    attacker.stop()
    await watcher?.stop()
    // A profile is written at the end; otherwise nobody waits for what was left behind.
    await server.stop(bench.profiles ? 'SIGTERM' : 'SIGKILL')
  }
}

function rowsOf(what: string, { slowest, failures, memory }: Seen): Row[] {
  return [
    {
      what: `${what}: slowest answer to others`,
      unit: 'ms',
      ours: failures.length > 0 ? Number.POSITIVE_INFINITY : Math.max(...Object.values(slowest)),
      goal: { atMost: SLOWEST_MS },
    },
    { what: `${what}: memory`, unit: 'MiB', ours: memory, goal: { atMost: MOST_MIB } },
  ]
}

/**
 * What the table does not say. Where the service waited for a processor, or the
 * watcher's own event loop stood for long, it was the machine that was busy;
 * where only the service's stood, it was the service.
 */
function report(seen: Seen, statuses: Record<string, number>) {
  const { slowest, failures, delays, waitedForProcessor } = seen
  const { service, work, watcher } = delays
  const list = (figures: Record<string, number>) =>
    Object.entries(figures)
      .map(([name, figure]) => `${name} ${Math.round(figure)}`)
      .join(', ')
  console.log(`  attacker was answered: ${list(statuses) || 'nothing'}`)
  console.log(`  slowest answers in ms: ${list(slowest)}`)
  console.log(
    `  event loop stood for at most ${Math.round(service)} ms, worked for at most ${Math.round(work)} ms;` +
      ` the watcher's stood for ${Math.round(watcher)} ms;` +
      ` the service waited for a processor ${Math.round(waitedForProcessor * 100)} % of the time`,
  )
  for (const failure of failures.slice(0, 5)) console.log(`  failed: ${failure}`)
}

function profileFlags({ profiles }: Bench, name: string): string[] {
  if (!profiles) return []
  return ['--cpu-prof', `--cpu-prof-dir=${profiles}`, `--cpu-prof-name=${name}.cpuprofile`]
}
