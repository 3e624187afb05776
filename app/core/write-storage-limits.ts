import type { BaseServices } from './base-services.ts'
import { logOutages } from './jobs/log-outages.ts'
import { type StorageLimits, storeStorageLimits } from './store-storage-limits.ts'

export type StorageLimitsWriter = {
  /** Gives up what is not written yet. */
  stop(): void
}

/** The pause before the next attempt, while the database does not answer or is not migrated yet. */
const RETRY_MS = 1_000

/**
 * Writes the limits of this process to the database once, in the background, as soon as
 * it takes them. Of processes with different limits, the one that started last counts.
 */
export function writeStorageLimits({
  env,
  log,
  orm,
}: Pick<BaseServices, 'log' | 'orm'> & { env: StorageLimits }): StorageLimitsWriter {
  const logFailure = logOutages(log, 'limits of storage not written, trying again')
  let timer: NodeJS.Timeout | undefined
  let hasStopped = false

  async function write() {
    try {
      await storeStorageLimits(orm.em.fork(), env)
    } catch (error) {
      if (hasStopped) return
      logFailure(error as Error)
      timer = setTimeout(write, RETRY_MS).unref()
    }
  }

  void write()
  return {
    stop() {
      hasStopped = true
      clearTimeout(timer)
    },
  }
}
