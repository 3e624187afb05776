import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../../scripts/migrate.ts'
import { startEmbeddedPostgres } from '../../../scripts/postgres/embedded-postgres.ts'
import { databaseUrlFor, runSql } from '../database-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A database of the server under test, for creating and dropping others. */
    adminUrl: string
    /** Name of the migrated database that each test database is a copy of. */
    templateDatabase: string
    /** Part of every name that this run makes. */
    runId: string
  }
}

/**
 * Prepares Postgres once a test run, for all projects that need it: a server
 * (`DATABASE_URL`, else an embedded one) and on it a migrated database that
 * each test file copies.
 */
export default async function setup({ vitest }: TestProject) {
  // Another project of this run was first; its teardown comes after all tests.
  if ('adminUrl' in vitest.getRootProject().getProvidedContext()) return
  const runId = randomBytes(4).toString('hex')
  const server = await findServer()
  const templateDatabase = `parley_test_${runId}_template`
  await runSql(server.adminUrl, `create database ${templateDatabase}`)
  await migrate(databaseUrlFor(server.adminUrl, templateDatabase), () => {})
  vitest.provide('adminUrl', server.adminUrl)
  vitest.provide('templateDatabase', templateDatabase)
  vitest.provide('runId', runId)

  return async () => {
    await dropDatabases(server.adminUrl, `parley_test_${runId}_`)
    await server.stop()
  }
}

/** Drops every database of this run, also those that a failed test left behind. */
async function dropDatabases(adminUrl: string, prefix: string) {
  const databases = await runSql<{ datname: string }>(
    adminUrl,
    'select datname from pg_database where starts_with(datname, $1)',
    [prefix],
  )
  for (const { datname } of databases) {
    await runSql(adminUrl, `drop database if exists ${datname} with (force)`)
  }
}

async function findServer(): Promise<{ adminUrl: string; stop(): Promise<void> }> {
  if (process.env.DATABASE_URL) return { adminUrl: process.env.DATABASE_URL, stop: async () => {} }
  const dataDir = await mkdtemp(join(tmpdir(), 'parley-test-'))
  // The data of a test need not survive a power failure.
  const settings = { fsync: 'off', full_page_writes: 'off' }
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings })
  return {
    adminUrl: postgres.url,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
