import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Migrator } from '@mikro-orm/migrations'
import { defineConfig, MikroORM } from '@mikro-orm/postgresql'
import { configureConnections, limitStatements, PoolClient } from './connections.ts'
import { Chat } from './entities/chat.ts'
import { ChatSharedDocument } from './entities/chat-shared-document.ts'
import { DeletedBlob } from './entities/deleted-blob.ts'
import { Document } from './entities/document.ts'
import { DocumentSummary } from './entities/document-summary.ts'
import { JobTurn } from './entities/job-turn.ts'
import { Message } from './entities/message.ts'
import { MessageImage } from './entities/message-image.ts'
import { PasswordReset } from './entities/password-reset.ts'
import { Prompt } from './entities/prompt.ts'
import { RateLimit } from './entities/rate-limit.ts'
import { RelayBatch } from './entities/relay-batch.ts'
import { Session } from './entities/session.ts'
import { StorageChange } from './entities/storage-change.ts'
import { StorageLimit } from './entities/storage-limit.ts'
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
  PasswordReset,
  Prompt,
  Chat,
  ChatSharedDocument,
  Message,
  Vote,
  Document,
  DocumentSummary,
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
  StorageLimit,
] as const

/** Its type carries the entities, so that Kysely knows each table, column and value. */
export type Orm = Awaited<ReturnType<typeof createOrm>>
export type EntityManager = Orm['em']

export const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * The options of the one database connection pool of a process.
 *
 * @param databaseUrl a Postgres connection string
 * @param poolSize connections at most
 */
export function ormOptions(databaseUrl: string, poolSize = 10) {
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
      onConnect: limitStatements,
      // Postgres keeps the limit of statements; when it cannot be reached any more, this does.
      query_timeout: 10_000,
      keepAlive: true,
      onPoolCreated: configureConnections,
    },
    validateRequired: false,
    forceUtcTimezone: true,
  })
}

/** Opens the ORM. No connection is made before the first query. */
export async function createOrm(databaseUrl: string, poolSize?: number) {
  return MikroORM.init(ormOptions(databaseUrl, poolSize))
}

/** How long statements that are still run, or begun, may keep the pool from being closed. */
const SETTLE_MS = 1_000
const LOOK_EVERY_MS = 20

/**
 * Closes the ORM once nobody uses a connection or waits for one. A request whose
 * reader has gone may still be at its first statement while the process ends: it
 * would fail in the middle of our own code, and be logged as a fault.
 */
export async function closeOrm(orm: Orm): Promise<void> {
  const pool = await orm.em.getConnection().getNativeClient()
  const isUsed = () => pool.waitingCount > 0 || pool.totalCount > pool.idleCount
  const latest = performance.now() + SETTLE_MS
  let quiet = 0
  // Twice, as a statement may be followed by the next.
  while (quiet < 2 && performance.now() < latest) {
    quiet = isUsed() ? 0 : quiet + 1
    await sleep(LOOK_EVERY_MS)
  }
  await orm.close(true)
}
