import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../../scripts/migrate.ts'
import { startEmbeddedPostgres } from '../../scripts/postgres/embedded-postgres.ts'

export type BenchDatabase = { url: string; drop(): Promise<void> }

/**
 * Creates a database for this run and applies the migrations.
 *
 * @param databaseUrl a Postgres in which to create it; without it an embedded
 *   one is started
 */
export async function createBenchDatabase(databaseUrl: string | undefined): Promise<BenchDatabase> {
  const database = databaseUrl ? await createOnServer(databaseUrl) : await createEmbedded()
  try {
    await migrate(database.url, () => {})
    return database
  } catch (error) {
    await database.drop()
    throw error
  }
}

async function createOnServer(databaseUrl: string): Promise<BenchDatabase> {
  const name = `parley_bench_${randomUUID().replaceAll('-', '').slice(0, 12)}`
  await run(databaseUrl, `create database ${name}`)
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return {
    url: url.href,
    drop: () => run(databaseUrl, `drop database if exists ${name} with (force)`),
  }
}

async function createEmbedded(): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir, log: console.log })
  return {
    url: postgres.url,
    async drop() {
      await postgres.stop({ immediate: true })
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function run(databaseUrl: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
