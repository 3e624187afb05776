import type { Logger } from './log.ts'
import { exitWhenParentDies } from './parent-watch.ts'

/**
 * `npm run` passes a signal on that the terminal, or a platform that signals
 * every process (Heroku), has sent us already: one wish, two signals.
 */
const SECOND_SIGNAL_AFTER_MS = 1_000
/** What a drain may take beyond its time, to close connections; below the launcher's patience. */
const CLOSE_MS = 9_000

/**
 * Runs `drain` once on SIGTERM, SIGINT or the loss of the launcher, then ends
 * the process. A second signal, a second later or more, ends it at once, and
 * so does a drain that does not come to its end (Redis is away, say). An error
 * that nobody caught is logged and drains too: the state of the process is no
 * longer known.
 *
 * @param drainSeconds for which `drain` may let work finish
 */
export function onShutdown(log: Logger, drainSeconds: number, drain: () => Promise<void>): void {
  let drainingSince: number | undefined

  async function shutDown(reason: string, exitCode: number) {
    if (drainingSince !== undefined) {
      if (performance.now() - drainingSince < SECOND_SIGNAL_AFTER_MS) return
      log.warn({ reason }, 'second signal, ending now')
      process.exit(1)
    }
    drainingSince = performance.now()
    log.info({ reason }, 'draining')
    setTimeout(
      () => {
        log.error('drain takes too long, ending now')
        process.exit(1)
      },
      drainSeconds * 1_000 + CLOSE_MS,
    ).unref()
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
    if (drainingSince === undefined) void shutDown('launcher gone', 0)
  })
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught exception')
    if (drainingSince === undefined) void shutDown('uncaught exception', 1)
  })
  process.on('unhandledRejection', (err) => {
    // A promise that nobody waited for failed; what it did is lost, the process is sound.
    log.error({ err }, 'unhandled rejection')
  })
}
