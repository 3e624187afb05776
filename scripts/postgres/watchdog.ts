import { spawn } from 'node:child_process'
import type { Writable } from 'node:stream'

export type Watchdog = {
  /** The watchdog acts when the last process that holds this pipe open has ended. */
  pipe: Writable
  /** Tells the watchdog which process to stop. */
  watch(pid: number): void
  /** Ends the watchdog without any action. */
  dismiss(): void
}

/**
 * Reads process ids from its input. At the end of the input it stops the last
 * one, if `postmaster.pid` still names it as the server of this data directory.
 */
const SCRIPT = `
while read -r line; do
  [ "$line" = done ] && exit 0
  pid=$line
done
[ "$(head -n 1 postmaster.pid 2>/dev/null)" = "$pid" ] && kill -INT "$pid"
`

/**
 * Starts a small process that stops Postgres when everybody who needs it has
 * ended, even if the launcher was killed and cannot do so itself. It waits for
 * the end of a pipe that is held open here and, by inheritance, in the web
 * process and the worker. The system closes the pipe with the last of them, so
 * Postgres outlives their clean shutdown.
 *
 * @param data Postgres's data directory
 */
export function startWatchdog(data: string): Watchdog {
  const child = spawn('/bin/sh', ['-c', SCRIPT, 'parley-postgres-watchdog'], {
    cwd: data,
    // A Ctrl-C goes to the terminal's process group; this process is not part of it.
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  child.unref()
  child.on('error', () => {})
  const pipe = child.stdin
  pipe.on('error', () => {})
  return {
    pipe,
    watch: (pid) => pipe.write(`${pid}\n`),
    dismiss: () => pipe.end('done\n'),
  }
}
