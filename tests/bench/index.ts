import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Bench } from './bench.ts'
import { createBenchDatabase } from './bench-database.ts'
import { attackGroups } from './groups/attacks/attack-groups.ts'
import { burst } from './groups/burst.ts'
import { chatPage } from './groups/chat-page.ts'
import { concurrentStreams } from './groups/concurrent-streams.ts'
import { cpu, cpuOfPackages } from './groups/cpu.ts'
import { documentPages } from './groups/document-pages.ts'
import { firstWord, newChat } from './groups/first-word.ts'
import { live } from './groups/live.ts'
import { idleMemory, memoryAfterLoad, start } from './groups/process.ts'
import { documents, history, suggestions, votes } from './groups/requests.ts'
import { streaming } from './groups/streaming.ts'
import { typing } from './groups/typing.ts'
import { upload } from './groups/upload.ts'
import { words } from './groups/words.ts'
import { printTable, type Row } from './results-table.ts'
import { seedDatabase } from './seed.ts'
import { startServers } from './servers.ts'

/**
 * `npm run bench [-- --only votes,streams] [--quick] [--profiles folder]`: measures the service and,
 * in the same run, a baseline that does the same work in the plainest way
 * (baseline/server.ts). The figures depend on the machine and what else it does,
 * so compare the ratios. Needs a build; runs on `DATABASE_URL` or, without it,
 * on an embedded Postgres.
 *
 * `--only attacks` measures how long others wait while somebody attacks the
 * service, which takes some minutes and is left out otherwise; `--only
 * attacks.docs` is one attack (groups/attacks/attacks.ts).
 */
const GROUPS: Record<string, (bench: Bench) => Promise<Row[]>> = {
  start,
  idle: idleMemory,
  'first-word': firstWord,
  'new-chat': newChat,
  words,
  cpu,
  'cpu-of-packages': cpuOfPackages,
  streams: concurrentStreams,
  burst,
  votes,
  documents,
  'document-pages': documentPages,
  suggestions,
  history,
  page: chatPage,
  upload,
  live,
  typing,
  streaming,
  memory: memoryAfterLoad,
  ...attackGroups,
}

const { only, quick, profiles } = readOptions(process.argv.slice(2))
const unknown = only.filter((name) => !(name in GROUPS) && name !== 'attacks')
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. There are: ${Object.keys(GROUPS).join(', ')}.`)
  process.exit(64)
}
if (!existsSync(new URL('../../build/server/index.js', import.meta.url))) {
  console.error('There is no build. Run `npm run build` first.')
  process.exit(69)
}

const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-data-'))
const database = await createBenchDatabase(process.env.DATABASE_URL)
try {
  const seed = await seedDatabase(database.url)
  const servers = await startServers(database.url, dataDir)
  try {
    printTable(await runGroups({ quick, profiles, seed, databaseUrl: database.url, ...servers }))
  } finally {
    await servers.stop()
  }
} finally {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
}

/**
 * Reads the command line: `only` is empty for all groups; `quick` measures less,
 * so figures vary more; `profiles` is a folder for the CPU profiles of attacks.
 */
function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string', default: '' },
      quick: { type: 'boolean', default: false },
      profiles: { type: 'string' },
    },
  })
  return { ...values, only: values.only.split(',').filter(Boolean) }
}

function isAsked(group: string): boolean {
  const isAttack = group in attackGroups
  return only.length > 0
    ? only.includes(group) || (isAttack && only.includes('attacks'))
    : !isAttack
}

async function runGroups(bench: Bench): Promise<Row[]> {
  const [load = 0] = loadavg()
  console.log(`${cpus().length} cores, load ${load.toFixed(1)}, Node ${process.version}`)
  const rows: Row[] = []
  for (const [name, run] of Object.entries(GROUPS)) {
    if (!isAsked(name)) continue
    console.log(`${name} …`)
    try {
      rows.push(...(await run(bench)))
    } catch (error) {
      process.exitCode = 1
      console.error(`${name} failed: ${error instanceof Error ? error.message : error}`)
    }
  }
  return rows
}
