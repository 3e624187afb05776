import { spawn } from 'node:child_process'
import type { Writable } from 'node:stream'

export type PostgresGuard = {
  /** Keep it open, by inheritance, in every process that must not outlive Postgres. */
  input: Writable
  /** The Postgres to stop at the end. */
  watch(pid: number): void
  /** Postgres needs no stopping any more. */
  dismiss(): void
}

/** Reads process ids; at the end of the input, stops the last one if it still is this data's Postgres. */
const SCRIPT = `
while read -r line; do
  [ "$line" = done ] && exit 0
  pid=$line
done
[ "$(head -n 1 postmaster.pid 2>/dev/null)" = "$pid" ] && kill -INT "$pid"
`

/**
 * Starts a tiny process that stops Postgres when nobody is left who needs it.
 * It reads from a pipe whose other end is open here and, by inheritance, in the
 * web process and the worker. Should the launcher be killed, the pipe closes
 * only after those have drained: Postgres goes last, as it should.
 *
 * @param data Postgres's data directory
 */
export function startPostgresGuard(data: string): PostgresGuard {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'parley-postgres-guard'], {
    cwd: data,
    // Out of the reach of a Ctrl-C.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  child.on('error', () => {})
  const input = child.stdin
  input.on('error', () => {})
  return {
    input,
    watch: (pid) => input.write(`${pid}\n`),
    dismiss: () => input.end('done\n'),
  }
}
