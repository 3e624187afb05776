import { closeOrm, createOrm, type Orm } from '#db/orm.ts'
import { closeInTime } from './close-in-time.ts'
import type { ServiceEnv } from './env.server.ts'
import { createJobProducer, type JobProducer } from './jobs/producer.ts'
import { createQueue } from './jobs/queue.ts'
import type { Logger } from './log.ts'
import { createSignals, type Signals } from './signals.ts'
import { type BlobStore, createBlobStore } from './storage/blob-store.ts'
import { createTokenLedger, type TokenLedger } from './users/token-ledger.ts'

/**
 * What both kinds of process are built of. The worker has no more than this, so
 * that it needs little memory while it has nothing to do: the model's libraries
 * take 40 MB, and it loads them for its first title.
 */
export type BaseServices = {
  env: ServiceEnv
  log: Logger
  orm: Orm
  jobs: JobProducer
  signals: Signals
  blobs: BlobStore
  ledger: TokenLedger
}

/** Builds them. Connections are opened in the background. */
export async function createBaseServices(env: ServiceEnv, log: Logger): Promise<BaseServices> {
  const orm = await createOrm(env.DATABASE_URL, env.DATABASE_POOL)
  return {
    env,
    log,
    orm,
    jobs: createJobProducer(
      { interactive: createQueue(env, 'interactive'), model: createQueue(env, 'model') },
      log,
    ),
    signals: createSignals(env.DATABASE_URL, log),
    blobs: createBlobStore(env),
    ledger: createTokenLedger(orm, log),
  }
}

/** Closes them; waits for what is under way, but for no connection that does not close. */
export async function closeBaseServices(services: BaseServices): Promise<void> {
  const { log, jobs, signals, ledger, orm } = services
  await Promise.all([
    closeInTime(log, 'the queues', jobs.close()),
    closeInTime(log, 'the signals', signals.close()),
  ])
  await closeInTime(log, 'the ledger', ledger.settle())
  await closeInTime(log, 'the database', closeOrm(orm))
}
