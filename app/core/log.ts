import { type Logger, pino, stdTimeFunctions } from 'pino'
import { loggedError } from './logged-error.ts'

export type { Logger }

/**
 * Makes the logger of a process: one JSON object for each line, on standard output.
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
    // None of our code logs these; removed in case a library's object holds one.
    redact: {
      paths: ['*.authorization', '*.cookie', '*.password', '*.token', '*.apiKey'],
      remove: true,
    },
  }
  return pino(options, standardOutput())
}

/**
 * Opens standard output, which may close before the process ends, e.g. with the
 * terminal of `npm start`. From then on nothing is logged. pino by itself
 * handles a closed pipe only; with a closed terminal it would throw, also in
 * the handler of uncaught exceptions.
 */
function standardOutput() {
  const output = pino.destination(1)
  output.on('error', () => {
    const ignore = () => true
    Object.assign(output, { write: ignore, flush() {}, flushSync() {}, end() {}, destroy() {} })
  })
  return output
}
