import { resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Env, readEnvOrExit } from '#core/env.server.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { freeLoopbackPort, portFault } from './free-port.ts'
import { loadEnvFile } from './load-env-file.ts'
import { migrate } from './migrate.ts'
import { createProgress, type Progress, print } from './progress.ts'
import { projectRoot } from './project-root.ts'
import { createDeathCount, type SupervisedProcess, supervise } from './supervise.ts'
import { localAddress, waitUntilReady } from './wait-until-ready.ts'

/** More than a process takes to close its connections after its drain, milliseconds. */
const STOP_MARGIN_MS = 10_000
/** npm passes a Ctrl-C on to us, which the terminal has sent us already: one key, two signals. */
const SECOND_SIGNAL_AFTER_MS = 1_000
const PORT_RELEASE_MS = 2_000
const STARTUP_STOP_MS = 20_000

export type Launch = { env: Env; signal: AbortSignal; progress: Progress }
export type RunningParts = { web: SupervisedProcess; worker: SupervisedProcess }

type Options = {
  mode: 'production' | 'development'
  /** The first step, if any: builds the app. */
  build?: (launch: Launch) => Promise<void>
  /** Called once everything answers. */
  started?: (parts: RunningParts) => void
}

/**
 * Runs the whole service on this machine: Postgres unless `DATABASE_URL` names
 * one, migrations, the web process and the worker; keeps them running, and
 * stops all of it in order on SIGINT, SIGTERM or SIGHUP.
 */
export async function runLauncher({ mode, build, started }: Options): Promise<void> {
  process.chdir(projectRoot)
  loadEnvFile()
  const env = readEnvOrExit()
  const progress = createProgress(build ? 4 : 3)
  const abort = new AbortController()
  const { signal } = abort
  let postgres: EmbeddedPostgres | undefined
  let parts: RunningParts | undefined
  let stopping = false

  const startup = start()
  process.stdout.on('error', () => {})
  let firstSignalAt = 0
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!firstSignalAt) {
        firstSignalAt = Date.now()
        print('Stopping … (once more to force it)')
        void stop(0)
      } else if (Date.now() - firstSignalAt > SECOND_SIGNAL_AFTER_MS) {
        void force()
      }
    })
  }
  try {
    await startup
  } catch (error) {
    if (stopping) return
    print((error as Error).message)
    await stop(1)
  }

  async function start(): Promise<void> {
    const port = await choosePort(env)
    if (build) await build({ env, signal, progress })
    signal.throwIfAborted()
    progress.step(env.DATABASE_URL ? 'Using the Postgres of DATABASE_URL' : 'Starting Postgres')
    if (!env.DATABASE_URL) {
      postgres = await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log: progress.note })
      void keepPostgresRunning(postgres)
    }
    const databaseUrl = env.DATABASE_URL ?? postgres?.url ?? ''
    signal.throwIfAborted()
    progress.step('Bringing the database up to date')
    await migrate(databaseUrl, progress.note, { queueTables: !env.REDIS_URL, signal })
    signal.throwIfAborted()
    progress.step('Starting the web process and the worker')
    parts = startParts(databaseUrl, port)
    const address = localAddress(env.HOST, port)
    await waitUntilReady(address, signal)
    announce(env, port)
    started?.(parts)
  }

  function startParts(databaseUrl: string, port: number): RunningParts {
    const common = {
      env: {
        ...process.env,
        NODE_ENV: mode,
        DATABASE_URL: databaseUrl,
        DATA_DIR: resolve(env.DATA_DIR),
        PORT: String(port),
      },
      inherit: () => postgres?.guard(),
      log: print,
      giveUp,
    }
    return {
      web: supervise({ ...common, name: 'web', script: 'server.ts' }),
      worker: supervise({ ...common, name: 'worker', script: 'worker/index.ts' }),
    }
  }

  async function keepPostgresRunning(server: EmbeddedPostgres): Promise<void> {
    const deaths = createDeathCount()
    for (;;) {
      const how = await server.ended()
      if (stopping) return
      const wait = deaths.next()
      if (wait === undefined) return giveUp(`Postgres died too often (last: ${how}).`)
      print(`Postgres died (${how}); it is started again in ${wait / 1000} s.`)
      await sleep(wait)
      if (stopping) return
      try {
        await server.restart()
        print('Postgres runs again.')
      } catch (error) {
        return giveUp((error as Error).message)
      }
    }
  }

  function giveUp(line: string): void {
    if (stopping) return
    print(line)
    void stop(1)
  }

  async function stop(status: number): Promise<void> {
    if (stopping) return
    stopping = true
    abort.abort()
    const deadline = env.DRAIN_SECONDS * 1_000 + STOP_MARGIN_MS
    await Promise.race([startup.catch(() => {}), sleep(STARTUP_STOP_MS)])
    await Promise.all([parts?.web.stop(deadline), parts?.worker.stop(deadline)])
    await postgres?.stop()
    print('Stopped.')
    process.exit(status)
  }

  async function force(): Promise<void> {
    print('Stopping at once.')
    stopping = true
    parts?.web.kill()
    parts?.worker.kill()
    await postgres?.stop({ immediate: true })
    process.exit(1)
  }
}

async function choosePort(env: Env): Promise<number> {
  if (env.PORT === 0) return freeLoopbackPort()
  // The web process of a launcher that was just killed takes a moment to go.
  const end = Date.now() + PORT_RELEASE_MS
  let fault = await portFault(env.PORT, env.HOST)
  while (fault === 'EADDRINUSE' && Date.now() < end) {
    await sleep(100)
    fault = await portFault(env.PORT, env.HOST)
  }
  if (!fault) return env.PORT
  if (fault === 'EADDRINUSE') {
    throw new Error(
      `Port ${env.PORT} is taken by another program. Stop it, or choose another port: PORT=${env.PORT + 1} npm start`,
    )
  }
  throw new Error(`Cannot listen on ${env.HOST}, port ${env.PORT} (${fault}). Check HOST and PORT.`)
}

function announce(env: Env, port: number): void {
  print('')
  print(`Parley runs at ${env.BASE_URL ?? localAddress(env.HOST, port)}`)
  if (!env.OPENAI_API_KEY && !env.OPENAI_BASE_URL) {
    print('The built-in demo model answers. For a real one set OPENAI_API_KEY or OPENAI_BASE_URL.')
  }
  print('Ctrl-C stops it.')
}
