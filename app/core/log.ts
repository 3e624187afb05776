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
  return pino({
    level,
    name,
    timestamp: stdTimeFunctions.isoTime,
    serializers: { err: (error: unknown) => loggedError(error) },
    // Belt and braces: nothing of ours logs these.
    redact: {
      paths: ['*.authorization', '*.cookie', '*.password', '*.token', '*.apiKey'],
      remove: true,
    },
  })
}
