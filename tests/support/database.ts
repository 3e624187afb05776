import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { databaseUrlFor, runSql } from './database-server.ts'

export type TestDatabase = {
  url: string
  /** Runs one statement; `$1`-style values. */
  sql<T = Record<string, unknown>>(sql: string, values?: unknown[]): Promise<T[]>
  drop(): Promise<void>
}

/** Makes a fresh, migrated database: a copy of this run's template. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl')
  const name = `parley_test_${inject('runId')}_${randomBytes(4).toString('hex')}`
  await copyTemplate(adminUrl, name, inject('templateDatabase'))
  const url = databaseUrlFor(adminUrl, name)
  return {
    url,
    sql: (sql, values) => runSql(url, sql, values),
    async drop() {
      await runSql(adminUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

/** Copies the template, again when Postgres refuses because another test file copies it now. */
async function copyTemplate(adminUrl: string, name: string, template: string, attempt = 1) {
  try {
    await runSql(adminUrl, `create database ${name} template ${template}`)
  } catch (error) {
    if (attempt >= 20) throw error
    await new Promise((resolve) => setTimeout(resolve, 100 * attempt))
    await copyTemplate(adminUrl, name, template, attempt + 1)
  }
}
