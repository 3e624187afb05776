import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { databaseAddress } from './postgres-address.ts'

/** The web process and the worker of a killed launcher drain for this long at most, milliseconds. */
const DRAIN_MS = 60_000
const STOP_MS = 60_000

/** No process has this id; Postgres then goes on to its other checks. */
const NO_PROCESS = '2147483646'

/**
 * Deals with a Postgres that a killed launcher left running on this data:
 * waits until nobody uses it, then stops it. Also clears away the id of a dead
 * Postgres where another program has that id by now. The caller holds the lock
 * of the data directory.
 *
 * @param data Postgres's data directory
 */
export async function stopLeftoverPostgres(
  data: string,
  password: string,
  log: (line: string) => void,
): Promise<void> {
  const pid = postmasterPid(data)
  if (pid === undefined || !isAlive(pid)) return
  if (!isPostgresOf(pid, data)) {
    const file = join(data, 'postmaster.pid')
    // Only the first line: the rest leads Postgres to processes that still hold its memory.
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, NO_PROCESS))
    return
  }
  log(`The previous run was killed; its Postgres (process ${pid}) is being stopped …`)
  await waitWhileUsed(data, password, pid)
  signal(pid, 'SIGINT')
  if (await gone(pid, STOP_MS)) return
  signal(pid, 'SIGQUIT')
  if (await gone(pid, STOP_MS)) return
  throw new Error(`Postgres (process ${pid}) on ${data} does not stop; stop it by hand.`)
}

async function waitWhileUsed(data: string, password: string, pid: number): Promise<void> {
  const end = Date.now() + DRAIN_MS
  while (Date.now() < end && isAlive(pid)) {
    const users = await countUsers(data, password)
    if (users === 0) return
    await sleep(200)
  }
}

/** Other connections than ours; 0 as well when it cannot be asked. */
async function countUsers(data: string, password: string): Promise<number> {
  const port = Number(pidFileLines(data)[3])
  if (!port) return 0
  const client = new pg.Client({
    connectionString: databaseAddress(port, password, 'postgres'),
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ users: number }>(
      "select count(*)::int as users from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    return rows[0]?.users ?? 0
  } catch {
    return 0
  } finally {
    await client.end().catch(() => {})
  }
}

/** The process id in `postmaster.pid`; undefined without that file. */
function postmasterPid(data: string): number | undefined {
  const pid = Number(pidFileLines(data)[0])
  return Number.isInteger(pid) && pid > 1 ? pid : undefined
}

/** Whether the Postgres with this id says that it takes connections. */
export function isPostmasterReady(data: string, pid: number): boolean {
  const lines = pidFileLines(data)
  return Number(lines[0]) === pid && lines[7]?.trim() === 'ready'
}

function pidFileLines(data: string): string[] {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return []
  }
}

/** A recycled process id is somebody else's: only what works in the data directory is its Postgres. */
function isPostgresOf(pid: number, data: string): boolean {
  try {
    if (process.platform === 'linux') {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')) return false
      const place = statSync(readlinkSync(`/proc/${pid}/cwd`))
      const ours = statSync(data)
      return place.dev === ours.dev && place.ino === ours.ino
    }
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
    return command.includes('postgres') && command.includes(data)
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has just gone.
  }
}

async function gone(pid: number, deadline: number): Promise<boolean> {
  const end = Date.now() + deadline
  while (isAlive(pid)) {
    if (Date.now() > end) return false
    await sleep(50)
  }
  return true
}
