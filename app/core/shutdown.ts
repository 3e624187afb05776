import type { Logger } from './log.ts'

/**
 * A signal within this time of the first is taken for the same one: `npm run`
 * passes on a signal that the terminal, or a platform that signals every
 * process (Heroku), has sent to us as well.
 */
const SAME_SIGNAL_MS = 1_000
/** Time to close connections after a drain; shorter than the launcher waits. */
const CLOSE_MS = 9_000

/** Why a process ends. */
export type ShutdownReason = 'SIGTERM' | 'SIGINT' | 'launcher gone' | 'uncaught exception'

/**
 * Runs `drain` once on SIGTERM, SIGINT or the end of the launcher, then ends the
 * process. A second signal, a second later or more, ends it at once, and so does
 * a drain that does not finish, e.g. because Redis cannot be reached. An
 * uncaught exception is logged and drains too, since the process may be in any
 * state after it.
 *
 * @param drainSeconds for which `drain` may let work finish
 */
export function onShutdown(
  log: Logger,
  drainSeconds: number,
  drain: (reason: ShutdownReason) => Promise<void>,
): void {
  let drainingSince: number | undefined

  async function shutDown(reason: ShutdownReason, exitCode: number) {
    if (drainingSince !== undefined) {
      if (performance.now() - drainingSince < SAME_SIGNAL_MS) return
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
      await drain(reason)
      log.info('drained')
      process.exit(exitCode)
    } catch (err) {
      log.error({ err }, 'drain failed')
      process.exit(1)
    }
  }

  process.on('SIGTERM', () => void shutDown('SIGTERM', 0))
  process.on('SIGINT', () => void shutDown('SIGINT', 0))
  onLauncherExit(() => {
    // While we drain, this is not a second signal.
    if (drainingSince === undefined) void shutDown('launcher gone', 0)
  })
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'uncaught exception')
    if (drainingSince === undefined) void shutDown('uncaught exception', 1)
  })
  process.on('unhandledRejection', (err) => {
    // What the promise was for is lost, but the process can go on.
    log.error({ err }, 'unhandled rejection')
  })
}

/**
 * Calls `stop` when the launcher that forked this process has ended, also when
 * it was killed outright: its IPC channel closes then. Does nothing in a process
 * that was started on its own.
 */
function onLauncherExit(stop: () => void): void {
  // Only a forked process has `send`, also after its channel has closed.
  if (!process.send) return
  // The launcher may have ended while this process was starting.
  if (!process.channel) {
    stop()
    return
  }
  process.once('disconnect', stop)
  // The channel must not keep a process alive that has nothing else to do.
  process.channel.unref()
}
