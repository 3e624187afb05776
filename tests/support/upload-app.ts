import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { createWebApp } from '#app/web.ts'
import { readEnv } from '#core/env.server.ts'
import { createLogger } from '#core/log.ts'
import { closeParts, createParts, type Parts } from '#core/parts.server.ts'
import { createToken, hashToken } from '#core/users/session-token.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { migrate } from '../../scripts/migrate.ts'

export type UploadApp = {
  url: string
  parts: Parts
  dataDir: string
  startWorker(env?: Record<string, string>): Promise<ChildProcess>
  /** Makes a user with a session; gives the session's token. */
  signIn(): Promise<{ userId: string; token: string }>
  sql<T>(query: string, parameters?: unknown[]): Promise<T[]>
  close(): Promise<void>
}

const SERVER = process.env.TEST_DATABASE_SERVER ?? 'postgres://postgres@127.0.0.1:5432'
const LEVEL = process.env.TEST_LOG ?? 'silent'

/** Starts a web process's parts on a database of its own; workers are processes of their own. */
export async function startUploadApp(extra: Record<string, string> = {}): Promise<UploadApp> {
  await buildIfStale()
  const name = `uploads_${randomBytes(5).toString('hex')}`
  const admin = new pg.Client(`${SERVER}/postgres`)
  await admin.connect()
  await admin.query(`create database ${name}`)
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'uploads-'))
  const settings = {
    NODE_ENV: 'production',
    DATABASE_URL: `${SERVER}/${name}`,
    DATA_DIR: dataDir,
    QUEUE_PREFIX: name,
    RATE_LIMITS: 'off',
    LOG_LEVEL: LEVEL,
    ...extra,
  }
  await migrate(settings.DATABASE_URL, () => {})
  const env = { ...readEnv(settings), DATABASE_URL: settings.DATABASE_URL }
  const parts = await createParts(env, createLogger(LEVEL, 'web'))
  const web = await createWebApp(parts)
  const server = createServer(web.handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const workers: ChildProcess[] = []

  const sql = <T>(query: string, parameters: unknown[] = []) =>
    parts.orm.em.fork().execute<T[]>(query, parameters)

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    parts,
    dataDir,
    sql,
    async startWorker(env = {}) {
      const worker = await startWorker({ ...settings, ...env })
      workers.push(worker)
      return worker
    },
    async signIn() {
      const [userId, token] = [randomUUID(), createToken()]
      await sql('insert into user_account (id) values (?)', [userId])
      await sql(
        `insert into session (id, token_hash, user_id, expires_at)
         values (?, ?, ?, now() + interval '1 day')`,
        [randomUUID(), hashToken(token), userId],
      )
      return { userId, token }
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await Promise.all(workers.map(stop))
      await web.drain(100)
      await closeParts(parts)
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function startWorker(settings: Record<string, string>): Promise<ChildProcess> {
  const worker = spawn(process.execPath, ['worker/index.ts'], {
    env: { ...settings, LOG_LEVEL: 'info' } as unknown as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    worker.once('exit', (code) => reject(new Error(`The worker ended with ${code}.`)))
    worker.stdout?.on('data', (data: Buffer) => {
      if (process.env.TEST_LOG) process.stdout.write(data)
      if (data.includes('"working"')) resolve()
    })
  })
  return worker
}

async function stop(worker: ChildProcess) {
  if (worker.exitCode !== null || worker.signalCode !== null) return
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  worker.kill('SIGKILL')
  await ended
}
