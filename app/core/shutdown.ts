import type { Logger } from './log.ts'
import { exitWhenParentDies } from './parent-watch.ts'

/**
 * Runs `drain` once on SIGTERM, SIGINT or the loss of the launcher, then ends
 * the process. A second signal ends it at once. An error that nobody caught
 * is logged and drains too: the state of the process is no longer known.
 */
export function onShutdown(log: Logger, drain: () => Promise<void>): void {
  let draining = false

  async function shutDown(reason: string, exitCode: number) {
    if (draining) {
      log.warn({ reason }, 'second signal, ending now')
      process.exit(1)
    }
    draining = true
    log.info({ reason }, 'draining')
    try {
      await drain()
      log.info('drained')
      process.exit(exitCode)
    } catch (err) {
      log.error({ err }, 'drain failed')
      process.exit(1)
    }
  }

  process.on('SIGTERM', () => void shutDown('SIGTERM', 0))
  process.on('SIGINT', () => void shutDown('SIGINT', 0))
  exitWhenParentDies(() => {
    // Not a second signal: the launcher may die while we drain.
    if (!draining) void shutDown('launcher gone', 0)
  })
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught exception')
    if (!draining) void shutDown('uncaught exception', 1)
  })
  process.on('unhandledRejection', (err) => {
    // A promise that nobody waited for failed; what it did is lost, the process is sound.
    log.error({ err }, 'unhandled rejection')
  })
}
