import { readdirSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import type { Logger } from '#core/log.ts'

/** With this niceness a thread gets a tenth of what one without gets, while both want a processor. */
const NICENESS = 10

/**
 * Lets everything else on this machine go first while there are more tasks than
 * processors: where the worker runs beside the web process and Postgres, requests
 * do not wait until images are decoded. It takes nothing from a worker that has the
 * machine to itself, and leaves one that was started with a lower priority as it is.
 */
export function lowerPriority(log: Logger): void {
  if (getPriority() >= NICENESS) return
  for (const thread of threads()) {
    try {
      setPriority(thread, NICENESS)
    } catch (err) {
      log.warn({ err, thread }, 'priority of a thread not lowered')
    }
  }
}

/**
 * The threads that there are so far; later ones inherit the priority. Only Linux has
 * one for each thread (setpriority(2), "C library/kernel differences"). Elsewhere the
 * process has one, and 0 is this process.
 */
function threads(): number[] {
  return process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0]
}
