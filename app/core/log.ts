import { type Logger, pino, stdTimeFunctions } from 'pino'
import { loggedError } from './logged-error.ts'

export type { Logger }

/**
 * Makes the process's logger: one JSON object a line on standard output.
 *
 * @param level pino's level
 * @param name the process: `web`, `worker`, …
 */
export function createLogger(level: string, name: string): Logger {
  const options = {
    level,
    name,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => loggedError(error) },
    // Belt and braces: nothing of ours logs these.
    redact: {
      paths: ['*.authorization', '*.cookie', '*.password', '*.token', '*.apiKey'],
      remove: true,
    },
  }
  return pino(options, standardOutput())
}

/**
 * Standard output, which may go away before the process does: whoever closes
 * the terminal of `npm start` leaves us one that refuses every line. Then
 * nothing is logged any more; pino by itself does so for a closed pipe only,
 * and would throw here, in the handler of uncaught exceptions too.
 */
function standardOutput() {
  const output = pino.destination(1)
  output.on('error', () => {
    const nothing = () => true
    Object.assign(output, { write: nothing, flush() {}, flushSync() {}, end() {}, destroy() {} })
  })
  return output
}
