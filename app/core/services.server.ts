import { createModels, type Models } from './ai/models.ts'
import { type BaseServices, closeBaseServices, createBaseServices } from './base-services.ts'
import { closeInTime } from './close-in-time.ts'
import type { ServiceEnv } from './env.server.ts'
import type { Logger } from './log.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { createRelay, type Relay } from './replies/relay/relay.ts'
import { type StorageLimitsWriter, writeStorageLimits } from './write-storage-limits.ts'

/**
 * What the web process is built of. Whether a service is an embedded or a real
 * one is decided where it is created, by one variable; no other module knows.
 */
export type Services = BaseServices & {
  relay: Relay
  models: Models
  metrics: Metrics
  storageLimits: StorageLimitsWriter
}

/** Builds the services of a web process. Connections are opened in the background. */
export async function createServices(env: ServiceEnv, log: Logger): Promise<Services> {
  const base = await createBaseServices(env, log)
  return {
    ...base,
    relay: createRelay(base),
    models: createModels(env),
    metrics: createMetrics(),
    storageLimits: writeStorageLimits(base),
  }
}

/** Closes the services; waits for what is under way. */
export async function closeServices(services: Services): Promise<void> {
  services.storageLimits.stop()
  // The relay is told by the signals what it still has to pass on.
  await closeInTime(services.log, 'the relay', services.relay.close())
  await closeBaseServices(services)
}
