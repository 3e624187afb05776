import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { NO_VARIABLES, type PostgresAccount, postgresDataArgument } from './postgres-account.ts'
import { isPostmasterReady } from './postgres-leftover.ts'

/** A recovery after a power cut may take its time, milliseconds. */
const READY_MS = 10 * 60_000
const LOG_LIMIT_BYTES = 5 * 1024 * 1024

/** For a small machine; `fsync` stays on: what was acknowledged survives a power cut. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  cluster_name: 'parley',
  max_connections: '100',
  shared_buffers: '64MB',
  io_method: 'sync',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '512MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
}

export type PostgresServer = {
  process: ChildProcess
  pid: number
  /** Settles with a description when the process has ended. */
  ended: Promise<string>
}

export type PostgresServerOptions = {
  executable: string
  home: string
  data: string
  port: number
  account: PostgresAccount
  settings: Record<string, string>
  /** Told the process id before Postgres is ready. */
  onSpawn: (pid: number) => void
}

/**
 * Starts Postgres and waits until it takes connections.
 *
 * @throws PostgresStartError with the end of its log when it does not come up
 */
export async function startPostgresServer(options: PostgresServerOptions): Promise<PostgresServer> {
  const { executable, home, data, port, account } = options
  const settings = { ...SETTINGS, ...options.settings, port: String(port) }
  const logFile = join(home, 'postgres.log')
  const logStart = limitLog(logFile)
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(
    executable,
    [
      '-D',
      postgresDataArgument(data, account),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // In a process group of its own, so that a Ctrl-C does not reach it before its clients.
    { ...account, cwd: data, env: NO_VARIABLES, detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit status ${code}`))
  })
  const pid = child.pid
  if (pid === undefined) throw new PostgresStartError(await ended)
  options.onSpawn(pid)
  await waitUntilReady(child, data, pid, ended, () =>
    readFileSync(logFile).subarray(logStart).toString(),
  )
  return { process: child, pid, ended }
}

export class PostgresStartError extends Error {
  override name = 'PostgresStartError'
}

async function waitUntilReady(
  child: ChildProcess,
  data: string,
  pid: number,
  ended: Promise<string>,
  readLog: () => string,
): Promise<void> {
  const end = Date.now() + READY_MS
  let fault: string | undefined
  ended.then((how) => {
    fault = how
  })
  while (!isPostmasterReady(data, pid)) {
    if (fault) throw new PostgresStartError(`${fault}: ${readLog().trim().slice(-2_000)}`)
    if (Date.now() > end) {
      child.kill('SIGQUIT')
      throw new PostgresStartError(`not ready after ${READY_MS / 1000} s`)
    }
    await sleep(20)
  }
}

/** Keeps the log bounded; returns where this run's part will start. */
function limitLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size < LOG_LIMIT_BYTES) return size
  renameSync(file, `${file}.old`)
  return 0
}
