import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Env, readEnvOrExit } from '#core/env.server.ts'
import { freeLoopbackPort, tryToListen } from './free-port.ts'
import { migrate } from './migrate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './postgres/embedded-postgres.ts'
import { createProgress, type Progress, print } from './progress.ts'
import { loadEnvFile, projectRoot } from './project-root.ts'
import { createRestartPolicy, type SupervisedProcess, supervise } from './supervise.ts'
import { localAddress, waitUntilReady } from './wait-until-ready.ts'

/** Added to DRAIN_SECONDS: the time a child process gets to close its connections after its drain. */
const STOP_MARGIN_MS = 10_000
/** On a Ctrl-C the terminal signals us, and npm passes its own signal on to us: these two are one request. */
const SAME_REQUEST_MS = 1_000
const PORT_RELEASE_MS = 2_000
const STARTUP_ABORT_MS = 20_000

type ChildProcesses = { web: SupervisedProcess; worker: SupervisedProcess }

type Options = {
  mode: 'production' | 'development'
  /** The first step: builds the app. Left out where nothing has to be built. */
  build?: (progress: Progress, signal: AbortSignal) => Promise<void>
  /** Called when the service answers requests. */
  started?: (children: ChildProcesses) => void
}

/**
 * Runs the whole service on this machine: an embedded Postgres unless
 * `DATABASE_URL` names another, the migrations, the web process and the worker.
 * Restarts what ends unexpectedly, and stops everything in order on SIGINT,
 * SIGTERM or SIGHUP.
 */
export async function runLauncher({ mode, build, started }: Options): Promise<void> {
  process.chdir(projectRoot)
  loadEnvFile()
  const env = readEnvOrExit()
  const progress = createProgress(build ? 4 : 3)
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
    const port = await choosePort(env)
    if (build) await build(progress, signal)
    signal.throwIfAborted()
    const databaseUrl = await findDatabase()
    signal.throwIfAborted()
    progress.step('Bringing the database up to date')
    await migrate(databaseUrl, progress.note, { queueTables: !env.REDIS_URL, signal })
    signal.throwIfAborted()
    progress.step('Starting the web process and the worker')
    children = startChildProcesses(databaseUrl, port)
    await waitUntilReady(localAddress(env.HOST, port), signal)
    announce(env, port)
    started?.(children)
  }

  async function findDatabase(): Promise<string> {
    if (env.DATABASE_URL) {
      progress.step('Using the Postgres of DATABASE_URL')
      return env.DATABASE_URL
    }
    progress.step('Starting Postgres')
    postgres = await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log: progress.note })
    void keepPostgresRunning(postgres)
    return postgres.url
  }

  function startChildProcesses(databaseUrl: string, port: number): ChildProcesses {
    const options = {
      env: {
        ...process.env,
        NODE_ENV: mode,
        DATABASE_URL: databaseUrl,
        DATA_DIR: resolve(env.DATA_DIR),
        PORT: String(port),
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
    const deadline = env.DRAIN_SECONDS * 1_000 + STOP_MARGIN_MS
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

async function choosePort(env: Env): Promise<number> {
  if (env.PORT === 0) return freeLoopbackPort()
  // If the previous launcher was killed a moment ago, its web process still has to notice and end.
  const deadline = Date.now() + PORT_RELEASE_MS
  let errorCode = await tryToListen(env.PORT, env.HOST)
  while (errorCode === 'EADDRINUSE' && Date.now() < deadline) {
    await sleep(100)
    errorCode = await tryToListen(env.PORT, env.HOST)
  }
  if (!errorCode) return env.PORT
  if (errorCode === 'EADDRINUSE') {
    throw new Error(
      `Port ${env.PORT} is taken by another program. Stop it, or choose another port: PORT=${env.PORT + 1} npm start`,
    )
  }
  throw new Error(
    `Cannot listen on ${env.HOST}, port ${env.PORT} (${errorCode}). Check HOST and PORT.`,
  )
}

function announce(env: Env, port: number): void {
  print('')
  print(`Parley runs at ${env.BASE_URL ?? localAddress(env.HOST, port)}`)
  if (!env.OPENAI_API_KEY && !env.OPENAI_BASE_URL) {
    print('The built-in demo model answers. For a real one set OPENAI_API_KEY or OPENAI_BASE_URL.')
  }
  print('Ctrl-C stops it.')
}
