import type { LogLine } from './run-process.ts'

/*
 * What the processes under test log at level error or fatal. A line that no
 * test has announced fails the test in which it is seen, or else its file (see
 * setup/fail-on-error-log.ts).
 */

const ERROR_LEVEL = 50

const announced: RegExp[] = []
let unexpected: string[] = []

/**
 * Announces lines at level error that the processes started by this file may
 * log from now on, up to the end of the file: a line can come later than the
 * answer to the request that caused it.
 *
 * @param patterns of the line's message, followed by that of its error
 */
export function expectErrorLogs(...patterns: RegExp[]): void {
  announced.push(...patterns)
}

/** Remembers a line of a process if it is an error that nobody has announced. */
export function noteLine(script: string, line: LogLine): void {
  if (!isError(line)) return
  const text = messageOf(line)
  if (announced.some((pattern) => pattern.test(text))) return
  unexpected.push(`${script}: ${text}\n${JSON.stringify(line)}`)
}

/** Returns the errors since the last call that nobody had announced. */
export function takeUnexpectedErrors(): string[] {
  const taken = unexpected
  unexpected = []
  return taken
}

/** Lines that are not JSON have no level: those of Node about an error that ends the process. */
function isError({ level, msg = '' }: LogLine): boolean {
  return level === undefined ? /^\w*Error:|uncaught|unhandled/i.test(msg) : level >= ERROR_LEVEL
}

function messageOf({ msg = '', err }: LogLine): string {
  const cause = (err as { message?: string } | undefined)?.message
  return cause ? `${msg}: ${cause}` : msg
}
