import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './bench.ts'
import { createBenchDatabase } from './bench-database.ts'
import { chatPage } from './groups/chat-page.ts'
import { firstWord, newChat } from './groups/first-word.ts'
import { heldStreams } from './groups/held-streams.ts'
import { memoryAfterLoad, start } from './groups/process.ts'
import { documents, history, suggestions, votes } from './groups/requests.ts'
import { upload } from './groups/upload.ts'
import { words } from './groups/words.ts'
import { readOptions } from './options.ts'
import { printTable } from './print-table.ts'
import type { Row } from './row.ts'
import { seedDatabase } from './seed.ts'
import { startServers } from './servers.ts'

/**
 * `npm run bench [-- --only votes,streams] [--quick]`: what the service does
 * beside a floor that does the same work as plainly as it can be done, in the
 * same run. Figures of one machine and one day: compare ratios. Needs a build,
 * and `DATABASE_URL` or the embedded Postgres.
 */
const GROUPS: Record<string, (bench: Bench) => Promise<Row[]>> = {
  start,
  'first-word': firstWord,
  'new-chat': newChat,
  words,
  streams: heldStreams,
  votes,
  documents,
  suggestions,
  history,
  page: chatPage,
  upload,
  memory: memoryAfterLoad,
}

const { only, quick } = readOptions(process.argv.slice(2))
const unknown = only.filter((name) => !(name in GROUPS))
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
    printTable(await runGroups({ quick, seed, ...servers }))
  } finally {
    await servers.stop()
  }
} finally {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
}

async function runGroups(bench: Bench): Promise<Row[]> {
  const [load = 0] = loadavg()
  console.log(`${cpus().length} cores, load ${load.toFixed(1)}, Node ${process.version}`)
  const rows: Row[] = []
  for (const [name, run] of Object.entries(GROUPS)) {
    if (only.length > 0 && !only.includes(name)) continue
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
