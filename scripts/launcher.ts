import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LauncherSettings } from './launcher-settings.ts'
import { localAddress } from './local-address.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres/embedded-postgres.ts'
import { type Progress, print } from './progress.ts'
import { runScript } from './run-script.ts'
import { createRestartPolicy, type SupervisedProcess, supervise } from './supervise.ts'

/** Added to DRAIN_SECONDS: the time a child process gets to close its connections after its drain. */
const STOP_MARGIN_MS = 10_000
/** On a Ctrl-C the terminal signals us, and npm passes its own signal on to us: these two are one request. */
const SAME_REQUEST_MS = 1_000
const STARTUP_ABORT_MS = 20_000
/** Building an index on a large table takes its time. */
const MIGRATE_TIMEOUT_MS = 60 * 60_000
/** Longer than the script itself waits. */
const READY_TIMEOUT_MS = 90_000

type ChildProcesses = { web: SupervisedProcess; worker: SupervisedProcess }

type Options = {
  mode: 'production' | 'development'
  settings: LauncherSettings
  /** Goes on with the steps that are still to be done. */
  progress: Progress
  /** Called when the service answers requests. */
  started?: (children: ChildProcesses) => void
}

/**
 * Runs the whole service on this machine: an embedded Postgres unless
 * `DATABASE_URL` names another, the migrations, the web process and the worker.
 * Restarts what ends unexpectedly, and stops everything in order on SIGINT,
 * SIGTERM or SIGHUP. What only the start needs (validation, the build, the ORM) runs
 * in processes of its own, so that this one stays small.
 */
export async function runLauncher(options: Options): Promise<void> {
  const { mode, settings, progress, started } = options
  const startupAbort = new AbortController()
  const { signal } = startupAbort
  let postgres: EmbeddedPostgres | undefined
  let children: ChildProcesses | undefined
  let stopping = false

  const startup = start()
  // The reader of our output may have ended (`npm start | head`).
  process.stdout.on('error', () => {})
  onStopRequest(
    () => {
      print('Stopping … (once more to force it)')
      void stop(0)
    },
    () => void stopImmediately(),
  )
  try {
    await startup
  } catch (error) {
    if (stopping) return
    print((error as Error).message)
    await stop(1)
  }

  async function start(): Promise<void> {
    const databaseUrl = await findDatabase()
    signal.throwIfAborted()
    progress.step('Bringing the database up to date')
    await migrate(databaseUrl)
    signal.throwIfAborted()
    progress.step('Starting the web process and the worker')
    children = startChildProcesses(databaseUrl)
    await waitUntilReady()
    announce(settings)
    started?.(children)
  }

  async function findDatabase(): Promise<string> {
    if (settings.DATABASE_URL) {
      progress.step('Using the Postgres of DATABASE_URL')
      return settings.DATABASE_URL
    }
    progress.step('Starting Postgres')
    postgres = await startEmbeddedPostgres({ dataDir: settings.DATA_DIR, log: progress.note })
    void keepPostgresRunning(postgres)
    return postgres.url
  }

  function migrate(databaseUrl: string): Promise<void> {
    return runScript([...process.execArgv, 'scripts/migrate.ts'], {
      what: 'Bringing the database up to date',
      env: { ...process.env, DATABASE_URL: databaseUrl },
      timeout: MIGRATE_TIMEOUT_MS,
      signal,
      onLine: progress.note,
    })
  }

  function waitUntilReady(): Promise<void> {
    const address = localAddress(settings.HOST, settings.port)
    return runScript([...process.execArgv, 'scripts/wait-until-ready.ts', address], {
      what: 'The start',
      env: process.env,
      timeout: READY_TIMEOUT_MS,
      signal,
    })
  }

  function startChildProcesses(databaseUrl: string): ChildProcesses {
    const options = {
      env: {
        ...process.env,
        NODE_ENV: mode,
        DATABASE_URL: databaseUrl,
        DATA_DIR: resolve(settings.DATA_DIR),
        PORT: String(settings.port),
        // There is no other web process that a router could move on to.
        DRAIN_DELAY_SECONDS: process.env.DRAIN_DELAY_SECONDS ?? '0',
      },
      inheritedPipe: () => postgres?.keepAlivePipe(),
      log: print,
      onFatal: stopWithError,
    }
    return {
      web: supervise({ ...options, name: 'web', script: 'server.ts' }),
      worker: supervise({ ...options, name: 'worker', script: 'worker/index.ts' }),
    }
  }

  async function keepPostgresRunning(server: EmbeddedPostgres): Promise<void> {
    const restarts = createRestartPolicy()
    for (;;) {
      const how = await server.ended()
      if (stopping) return
      const delay = restarts.nextDelay()
      if (delay === undefined) {
        return stopWithError(`Postgres ended unexpectedly too often (last: ${how}).`)
      }
      print(`Postgres ended unexpectedly (${how}); it is restarted in ${delay / 1000} s.`)
      await sleep(delay)
      if (stopping) return
      try {
        await server.restart()
        print('Postgres runs again.')
      } catch (error) {
        return stopWithError((error as Error).message)
      }
    }
  }

  function stopWithError(message: string): void {
    if (stopping) return
    print(message)
    void stop(1)
  }

  /** Postgres goes last: the child processes write to it while they drain. */
  async function stop(status: number): Promise<void> {
    if (stopping) return
    stopping = true
    startupAbort.abort()
    const deadline = settings.DRAIN_SECONDS * 1_000 + STOP_MARGIN_MS
    await Promise.race([startup.catch(() => {}), sleep(STARTUP_ABORT_MS)])
    await Promise.all([children?.web.stop(deadline), children?.worker.stop(deadline)])
    await postgres?.stop()
    print('Stopped.')
    process.exit(status)
  }

  async function stopImmediately(): Promise<void> {
    print('Stopping at once.')
    stopping = true
    children?.web.kill()
    children?.worker.kill()
    await postgres?.stop({ immediate: true })
    process.exit(1)
  }
}

/** Calls `first` at the first signal to stop, and `again` at later ones. */
function onStopRequest(first: () => void, again: () => void): void {
  let firstAt: number | undefined
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (firstAt === undefined) {
        firstAt = Date.now()
        first()
      } else if (Date.now() - firstAt > SAME_REQUEST_MS) {
        again()
      }
    })
  }
}

function announce({ BASE_URL, HOST, port, isDemo }: LauncherSettings): void {
  print('')
  print(`Parley runs at ${BASE_URL ?? localAddress(HOST, port)}`)
  if (isDemo) {
    print('The built-in demo model answers. For a real one set OPENAI_API_KEY or OPENAI_BASE_URL.')
  }
  print('Ctrl-C stops it.')
}
