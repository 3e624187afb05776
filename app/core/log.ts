import { type Logger, pino, stdTimeFunctions } from 'pino'

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
    // Belt and braces: nothing of ours logs these, a library's error object might.
    redact: {
      paths: [
        'err.config.headers',
        'err.requestBodyValues',
        'err.responseHeaders',
        '*.authorization',
        '*.cookie',
        '*.password',
        '*.token',
        '*.apiKey',
      ],
      remove: true,
    },
  })
}
