import { Client } from 'pg'

/** The address of another database on the same server. */
export function databaseUrlFor(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}

/** Runs one statement on a connection of its own. */
export async function runSql<T = unknown>(
  url: string,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new Client({ connectionString: url })
  // Postgres ends connections to a database that is dropped by force.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql, values)).rows as T[]
  } finally {
    await client.end()
  }
}
