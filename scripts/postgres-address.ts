import { POSTGRES_USER } from './postgres-cluster.ts'

/** The connection string of a database of the embedded Postgres. */
export function databaseAddress(port: number, password: string, database: string): string {
  return `postgres://${POSTGRES_USER}:${password}@127.0.0.1:${port}/${database}`
}
