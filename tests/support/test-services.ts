import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnv } from '#core/env.server.ts'
import { createLogger } from '#core/log.ts'
import { closeServices, createServices, type Services } from '#core/services.server.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type RunningProcess, runProcess } from './run-process.ts'

export type TestServices = {
  services: Services
  database: TestDatabase
  dataDir: string
  /** Starts a real worker beside the services, on the same database, queue and blob store. */
  startWorker(): Promise<RunningProcess>
  /** Makes a user; returns the id. */
  createUser(): Promise<string>
  stop(): Promise<void>
}

/** Builds the services of a process in this one, on a fresh database, for tests below HTTP. */
export async function startTestServices(env: Record<string, string> = {}): Promise<TestServices> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-services-'))
  const settings: Record<string, string> = {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    QUEUE_PREFIX: `test-${database.url.slice(-17)}`,
    DATABASE_POOL: '5',
    ...(process.env.REDIS_URL && { REDIS_URL: process.env.REDIS_URL }),
    ...env,
  }
  const parsed = { ...readEnv(settings), DATABASE_URL: database.url }
  const services = await createServices(parsed, createLogger('silent', 'test'))
  const workers: RunningProcess[] = []
  return {
    services,
    database,
    dataDir,
    async startWorker() {
      const worker = await runProcess('worker/index.ts', { ...settings, LOG_LEVEL: 'info' })
      workers.push(worker)
      await worker.waitForLog((line) => line.msg === 'working')
      return worker
    },
    async createUser() {
      const id = randomUUID()
      await database.sql('insert into user_account (id) values ($1)', [id])
      return id
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()))
      await closeServices(services)
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
