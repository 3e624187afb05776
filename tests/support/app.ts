import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createClient, type TestClient } from './client.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type RunningProcess, runProcess } from './run-process.ts'

export type TestApp = AsyncDisposable & {
  url: string
  database: TestDatabase
  databaseUrl: string
  /** Where its queue is, as environment variables. */
  queueSettings: Env
  web: RunningProcess
  worker: RunningProcess | undefined
  dataDir: string
  /** A client with a cookie jar of its own. */
  client(): TestClient
  /** Starts another web process on the same database. */
  startWeb(env?: Env): Promise<RunningProcess & { url: string }>
  startWorker(env?: Env): Promise<RunningProcess>
  stop(): Promise<void>
}

type Env = Record<string, string>
type Options = { env?: Env; worker?: boolean; databaseUrl?: string }

const READY_DEADLINE_MS = 60_000

/**
 * Starts the real web process, and with `worker` the real worker, on a fresh
 * database. The queue is the one of this run: Redis where `REDIS_URL` is set.
 */
export async function startApp(options: Options = {}): Promise<TestApp> {
  const database = await createTestDatabase()
  const databaseUrl = options.databaseUrl ?? database.url
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-app-'))
  const base: Env = {
    NODE_ENV: 'production',
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    QUEUE_PREFIX: `test-${inject('runId')}-${database.url.slice(-8)}`,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'info',
    DRAIN_SECONDS: '5',
    DRAIN_DELAY_SECONDS: '0',
    DATABASE_POOL: '5',
    ...(process.env.REDIS_URL && { REDIS_URL: process.env.REDIS_URL }),
    ...options.env,
  }
  const started: RunningProcess[] = []

  async function startWeb(env: Env = {}) {
    const web = await runProcess('server.ts', { ...base, ...env })
    started.push(web)
    const { port } = await web.waitForLog<{ port: number }>((line) => line.msg === 'listening')
    const url = `http://127.0.0.1:${port}`
    await waitUntilReady(url)
    return Object.assign(web, { url })
  }

  async function startWorker(env: Env = {}) {
    const worker = await runProcess('worker/index.ts', { ...base, ...env })
    started.push(worker)
    await worker.waitForLog((line) => line.msg === 'working')
    return worker
  }

  async function stop() {
    await Promise.all(started.map((process) => process.stop()))
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }

  try {
    const [web, worker] = await Promise.all([
      startWeb(),
      options.worker ? startWorker() : undefined,
    ])
    return {
      url: web.url,
      database,
      databaseUrl,
      queueSettings: {
        QUEUE_PREFIX: base.QUEUE_PREFIX ?? '',
        REDIS_URL: base.REDIS_URL ?? '',
      },
      web,
      worker,
      dataDir,
      client: () => createClient(web.url),
      startWeb,
      startWorker,
      stop,
      [Symbol.asyncDispose]: stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function waitUntilReady(url: string) {
  const end = Date.now() + READY_DEADLINE_MS
  for (;;) {
    const response = await fetch(`${url}/readyz`).catch(() => null)
    if (response?.ok) return
    if (Date.now() > end) throw new Error(`Not ready: ${(await response?.text()) ?? 'no answer'}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
