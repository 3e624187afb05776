import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Account, pathForAccount, spawnOptions } from './account.ts'
import { readPidFile } from './pid-file.ts'

/** Recovery after a power failure can take minutes. */
const READY_DEADLINE_MS = 10 * 60_000
const FAST_STOP_MS = 30_000
const IMMEDIATE_STOP_MS = 5_000
const LOG_LIMIT_BYTES = 5 * 1024 * 1024

/** Made for a small machine. `fsync` stays on, so that committed data survives a power failure. */
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
  pid: number
  port: number
  /** Resolves with a signal, an exit status or an error text when the process has ended. */
  ended: Promise<string>
  /** Stops it as `pg_ctl stop` does, in fast mode or immediate mode. */
  stop(options?: { immediate?: boolean }): Promise<void>
}

type Options = {
  executable: string
  logFile: string
  data: string
  port: number
  account: Account
  settings: Record<string, string>
  /** Receives the process id before the server is ready. */
  onSpawn: (pid: number) => void
}

/** The server did not come up; the message ends with the last lines of its log. */
export class ServerStartError extends Error {
  override name = 'ServerStartError'
}

/**
 * Starts the server process and waits until it accepts connections.
 *
 * @throws ServerStartError when it ends before that, or is not ready in time
 */
export async function startServer(options: Options): Promise<PostgresServer> {
  const { data, logFile, port, onSpawn } = options
  const logStart = rotateLog(logFile)
  const child = spawnServer(options)
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ?? `exit status ${code}`))
  })
  const { pid } = child
  if (pid === undefined) throw new ServerStartError(await ended)
  onSpawn(pid)
  await waitUntilReady(child, data, ended, () =>
    readFileSync(logFile).subarray(logStart).toString(),
  )
  return { pid, port, ended, stop: (how) => stopServer(child, ended, how) }
}

function spawnServer({ executable, logFile, data, port, account, settings }: Options) {
  const allSettings = { ...SETTINGS, ...settings, port: String(port) }
  const log = openSync(logFile, 'a', 0o600)
  const child = spawn(
    executable,
    [
      '-D',
      pathForAccount(data, account),
      ...Object.entries(allSettings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    // Detached into a process group of its own: a Ctrl-C in the terminal must
    // not stop the server before the processes that use it.
    { ...spawnOptions(account, data), detached: true, stdio: ['ignore', log, log] },
  )
  closeSync(log)
  return child
}

async function waitUntilReady(
  child: ChildProcess,
  data: string,
  ended: Promise<string>,
  readLog: () => string,
): Promise<void> {
  const deadline = Date.now() + READY_DEADLINE_MS
  let failure: string | undefined
  ended.then((how) => {
    failure = how
  })
  for (;;) {
    const file = readPidFile(data)
    if (file?.isReady && file.pid === child.pid) return
    if (failure) throw new ServerStartError(`${failure}: ${readLog().trim().slice(-2_000)}`)
    if (Date.now() > deadline) {
      child.kill('SIGQUIT')
      throw new ServerStartError(`not ready after ${READY_DEADLINE_MS / 1000} s`)
    }
    await sleep(20)
  }
}

async function stopServer(
  child: ChildProcess,
  ended: Promise<string>,
  { immediate = false } = {},
): Promise<void> {
  const endsWithin = (ms: number) =>
    Promise.race([ended.then(() => true), sleep(ms, false, { ref: false })])
  // Postgres takes SIGINT as "disconnect everybody and stop", SIGQUIT as "stop without cleaning up".
  child.kill(immediate ? 'SIGQUIT' : 'SIGINT')
  if (await endsWithin(immediate ? IMMEDIATE_STOP_MS : FAST_STOP_MS)) return
  child.kill('SIGQUIT')
  if (await endsWithin(IMMEDIATE_STOP_MS)) return
  child.kill('SIGKILL')
}

/**
 * Renames the log when it has grown too large.
 *
 * @returns the size of the log: the position at which the next run starts to write
 */
function rotateLog(file: string): number {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  if (size < LOG_LIMIT_BYTES) return size
  renameSync(file, `${file}.old`)
  return 0
}
