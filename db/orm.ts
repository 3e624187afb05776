import { fileURLToPath } from 'node:url'
import { Migrator } from '@mikro-orm/migrations'
import { defineConfig, MikroORM } from '@mikro-orm/postgresql'
import { configureConnections, PoolClient } from './connections.ts'
import { Chat } from './entities/chat.ts'
import { DeletedBlob } from './entities/deleted-blob.ts'
import { Document } from './entities/document.ts'
import { JobTurn } from './entities/job-turn.ts'
import { Message } from './entities/message.ts'
import { MessageImage } from './entities/message-image.ts'
import { RateLimit } from './entities/rate-limit.ts'
import { RelayBatch } from './entities/relay-batch.ts'
import { Session } from './entities/session.ts'
import { StorageChange } from './entities/storage-change.ts'
import { StorageUsed } from './entities/storage-used.ts'
import { Suggestion } from './entities/suggestion.ts'
import { SuggestionRequest } from './entities/suggestion-request.ts'
import { Upload } from './entities/upload.ts'
import { User } from './entities/user.ts'
import { Vote } from './entities/vote.ts'

/** Every entity: what the typed queries, the migrations' check and the EntityManager know. */
export const ENTITIES = [
  User,
  Session,
  Chat,
  Message,
  Vote,
  Document,
  Suggestion,
  SuggestionRequest,
  Upload,
  MessageImage,
  DeletedBlob,
  RateLimit,
  JobTurn,
  RelayBatch,
  StorageUsed,
  StorageChange,
] as const

/** Its type carries the entities, so that Kysely knows each table, column and value. */
export type Orm = Awaited<ReturnType<typeof createOrm>>
export type EntityManager = Orm['em']

/** Numbers by their names in Postgres, without the prefix `parley.`. */
type ConnectionSettings = Record<string, number>

function connectionOptions(settings: ConnectionSettings): { options?: string } {
  const options = Object.entries(settings).map(([name, value]) => `-c parley.${name}=${value}`)
  return options.length > 0 ? { options: options.join(' ') } : {}
}

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * The options of the one database connection pool of a process.
 *
 * @param databaseUrl a Postgres connection string
 * @param poolSize connections at most
 * @param settings of each connection, which functions of the database read; see the
 *   storage migration
 */
export function ormOptions(databaseUrl: string, poolSize = 10, settings: ConnectionSettings = {}) {
  return defineConfig({
    clientUrl: databaseUrl,
    entities: ENTITIES,
    extensions: [Migrator],
    migrations: {
      path: migrationsFolder,
      pathTs: migrationsFolder,
      snapshot: false,
      allOrNothing: true,
    },
    // BullMQ keeps its tables in a schema of its own in the same database, and
    // functions and triggers are written by hand in migrations: a generated
    // migration must never drop any of them.
    schemaGenerator: { ignoreSchema: ['bullmq'], ignoreRoutines: true, ignoreTriggers: true },
    pool: { min: 0, max: poolSize, idleTimeoutMillis: 30_000 },
    driverOptions: {
      // How long a statement waits for a free connection. Opening one has a
      // shorter limit, in PoolClient.
      connectionTimeoutMillis: 25_000,
      Client: PoolClient,
      // A statement that runs longer than this has lost its caller.
      statement_timeout: 9_000,
      // Postgres keeps that time; when it cannot be reached any more, this does.
      query_timeout: 10_000,
      keepAlive: true,
      ...connectionOptions(settings),
      onPoolCreated: configureConnections,
    },
    validateRequired: false,
    forceUtcTimezone: true,
  })
}

/** Opens the ORM. No connection is made before the first query. */
export async function createOrm(
  databaseUrl: string,
  poolSize?: number,
  settings?: ConnectionSettings,
) {
  return MikroORM.init(ormOptions(databaseUrl, poolSize, settings))
}
