import { createOrm, type Orm } from '#db/orm.ts'
import { createModels, type Models } from './ai/models.ts'
import type { ServiceEnv } from './env.server.ts'
import { createJobProducer, type JobProducer } from './jobs/producer.ts'
import { createQueue } from './jobs/queue.ts'
import type { Logger } from './log.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { createRelay, type Relay } from './replies/relay/relay.ts'
import { createSignals, type Signals } from './signals.ts'
import { type BlobStore, createBlobStore } from './storage/blob-store.ts'
import { createTokenLedger, type TokenLedger } from './users/token-ledger.ts'

/**
 * What a process is built of. Whether a service is an embedded or a real one is
 * decided where it is created, by one variable; no other module knows.
 */
export type Services = {
  env: ServiceEnv
  log: Logger
  orm: Orm
  jobs: JobProducer
  signals: Signals
  relay: Relay
  models: Models
  blobs: BlobStore
  metrics: Metrics
  ledger: TokenLedger
}

/** Builds the services of a process. Connections are opened in the background. */
export async function createServices(env: ServiceEnv, log: Logger): Promise<Services> {
  const orm = await createOrm(env.DATABASE_URL, env.DATABASE_POOL, storageLimits(env))
  const signals = createSignals(env.DATABASE_URL, log)
  return {
    env,
    log,
    orm,
    jobs: createJobProducer(
      { interactive: createQueue(env, 'interactive'), model: createQueue(env, 'model') },
      log,
    ),
    signals,
    relay: createRelay({ env, log, orm, signals }),
    models: createModels(env),
    blobs: createBlobStore(env),
    metrics: createMetrics(),
    ledger: createTokenLedger(orm, log),
  }
}

/** What a user and a document may hold, as the database reads it; guests have a tenth. */
function storageLimits({ STORAGE_PER_USER, STORAGE_PER_DOCUMENT }: ServiceEnv) {
  return {
    storage_per_user: STORAGE_PER_USER,
    storage_per_guest: Math.floor(STORAGE_PER_USER / 10),
    storage_per_document: STORAGE_PER_DOCUMENT,
  }
}

/** Closes the services; waits for what is under way. */
export async function closeServices(services: Services): Promise<void> {
  await Promise.allSettled([
    services.jobs.close(),
    services.relay.close().finally(() => services.signals.close()),
  ])
  await services.ledger.settle()
  await services.orm.close(true)
}
