import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectionString } from './data-directory.ts'
import { clearPid, type PidFile, readPidFile } from './pid-file.ts'

/** How long the web process and the worker of a killed launcher may take to finish their work. */
const DRAIN_DEADLINE_MS = 60_000
const STOP_DEADLINE_MS = 60_000

/**
 * Finds the server that runs on a data directory.
 *
 * @returns its port; undefined when none runs, or it does not accept connections yet
 */
export function findRunningServer(data: string): { port: number } | undefined {
  const server = readPidFile(data)
  if (!server?.isReady || !isAlive(server.pid) || !isServerOf(server.pid, data)) return undefined
  return { port: server.port }
}

/**
 * Stops a server that a killed launcher left running on this data directory,
 * once nobody uses it any more. If the server has ended and another program
 * has its process id by now, only the outdated pid file is corrected. The
 * caller holds the lock of the data directory.
 *
 * @throws Error when the server does not stop
 */
export async function stopLeftoverServer(
  data: string,
  password: string,
  log: (line: string) => void,
): Promise<void> {
  const server = readPidFile(data)
  if (!server || !isAlive(server.pid)) return
  if (!isServerOf(server.pid, data)) {
    clearPid(data)
    return
  }
  const { pid } = server
  log(`The previous run was killed; its Postgres (process ${pid}) is being stopped …`)
  await waitWhileUsed(server, password)
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    sendSignal(pid, signal)
    if (await hasExited(pid, STOP_DEADLINE_MS)) return
  }
  throw new Error(`Postgres (process ${pid}) on ${data} does not stop; stop it by hand.`)
}

async function waitWhileUsed(server: PidFile, password: string): Promise<void> {
  const deadline = Date.now() + DRAIN_DEADLINE_MS
  while (Date.now() < deadline && isAlive(server.pid)) {
    if ((await countClients(server.port, password)) === 0) return
    await sleep(200)
  }
}

/** Counts the connections other than its own; a server that does not answer has none. */
async function countClients(port: number, password: string): Promise<number> {
  if (!port) return 0
  // Loaded only after a crash: the launcher needs no database client otherwise.
  const { default: pg } = await import('pg')
  const client = new pg.Client({
    connectionString: connectionString(port, password, 'postgres'),
    connectionTimeoutMillis: 2_000,
    query_timeout: 2_000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ clients: number }>(
      "select count(*)::int as clients from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    return rows[0]?.clients ?? 0
  } catch {
    return 0
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Whether the process is the Postgres server of this data directory. The
 * system gives the process id of an ended server to other programs, so the id
 * alone proves nothing.
 */
function isServerOf(pid: number, data: string): boolean {
  try {
    if (process.platform === 'linux') {
      if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres')) return false
      const workingDirectory = statSync(readlinkSync(`/proc/${pid}/cwd`))
      const dataDirectory = statSync(data)
      return (
        workingDirectory.dev === dataDirectory.dev && workingDirectory.ino === dataDirectory.ino
      )
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
    // The process exists, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has ended in the meantime.
  }
}

/** Waits for the end of a process, for `timeout` milliseconds at most. */
async function hasExited(pid: number, timeout: number): Promise<boolean> {
  const deadline = Date.now() + timeout
  while (isAlive(pid)) {
    if (Date.now() > deadline) return false
    await sleep(50)
  }
  return true
}
