import { withDeadline } from './deadline.ts'
import type { Logger } from './log.ts'

/** How long a part of a process may take to close. This comes after its work, so nothing is lost. */
const CLOSE_MS = 2_000

/** Waits until something is closed, but not for a connection that does not close: that is logged. */
export async function closeInTime(log: Logger, what: string, closing: Promise<void>) {
  try {
    await withDeadline(closing, CLOSE_MS, `${what} did not close in time`)
  } catch (err) {
    log.warn({ err }, 'closing goes on without it')
  }
}
