import { type ChildProcess, fork } from 'node:child_process'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** This many unexpected ends within the window, and there is no further restart. */
const MAX_FAILURES = 5
const WINDOW_MS = 60_000
const FIRST_DELAY_MS = 500
const LAST_DELAY_MS = 8_000
const RESTART_STOP_MS = 5_000
/** EX_CONFIG of sysexits.h: the environment variables are wrong, so a restart would not help. */
const EXIT_CONFIG = 78

/** Decides how long to wait before a process that ended unexpectedly is restarted. */
export type RestartPolicy = {
  /**
   * Counts an unexpected end.
   *
   * @returns milliseconds to wait before the restart, or undefined when there were too many
   */
  nextDelay(): number | undefined
}

export function createRestartPolicy(now: () => number = Date.now): RestartPolicy {
  let failures: number[] = []
  return {
    nextDelay() {
      failures = [...failures.filter((time) => time > now() - WINDOW_MS), now()]
      if (failures.length >= MAX_FAILURES) return undefined
      return Math.min(FIRST_DELAY_MS * 2 ** (failures.length - 1), LAST_DELAY_MS)
    },
  }
}

export type SupervisedProcess = {
  /** Sends SIGTERM, upon which the process drains, and SIGKILL after `deadline` milliseconds. */
  stop(deadline: number): Promise<void>
  /** Stops the process and starts it again, so that it runs the present sources. */
  restart(): Promise<void>
  kill(): void
}

type Options = {
  name: string
  script: string
  env: NodeJS.ProcessEnv
  /** A pipe that the process holds open for as long as it runs. */
  inheritedPipe: () => Writable | undefined
  log: (line: string) => void
  /** Called when the process is not restarted any more: it ended too often, or cannot run with these variables. */
  onFatal: (message: string) => void
}

/**
 * Runs one of our scripts in a process of its own and restarts it when it ends
 * unexpectedly. The process has an IPC channel, by which it notices the death
 * of the launcher (app/core/shutdown.ts).
 */
export function supervise(options: Options): SupervisedProcess {
  const { name, log } = options
  const restarts = createRestartPolicy()
  let stopping = false
  let child = start()

  function start(): ChildProcess {
    const pipe = options.inheritedPipe()
    const started = fork(options.script, [], {
      env: options.env,
      // In a process group of its own: a Ctrl-C reaches only the launcher,
      // which then stops the processes in the right order.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...(pipe ? [pipe] : [])],
    })
    started.once('exit', (code, signal) => {
      if (!stopping && started === child) void handleUnexpectedEnd(started, code, signal)
    })
    started.on('error', () => {})
    return started
  }

  async function handleUnexpectedEnd(
    ended: ChildProcess,
    code: number | null,
    signal: string | null,
  ): Promise<void> {
    if (code === EXIT_CONFIG) {
      options.onFatal(`The ${name} process cannot run with these variables.`)
      return
    }
    const how = signal ?? `exit status ${code}`
    const delay = restarts.nextDelay()
    if (delay === undefined) {
      options.onFatal(
        `The ${name} process ended unexpectedly ${MAX_FAILURES} times within a minute (last: ${how}).`,
      )
      return
    }
    log(`The ${name} process ended unexpectedly (${how}); it is restarted in ${delay / 1000} s.`)
    await sleep(delay)
    // Meanwhile a change of the sources may have started it again.
    if (!stopping && ended === child) child = start()
  }

  async function end(deadline: number): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const exited = new Promise<true>((resolve) => child.once('exit', () => resolve(true)))
    child.kill('SIGTERM')
    const inTime = await Promise.race([exited, sleep(deadline, false, { ref: false })])
    if (inTime) return
    log(`The ${name} process does not stop; it is killed.`)
    child.kill('SIGKILL')
    await exited
  }

  return {
    async stop(deadline) {
      stopping = true
      await end(deadline)
    },
    async restart() {
      if (stopping) return
      stopping = true
      await end(RESTART_STOP_MS)
      stopping = false
      child = start()
    },
    kill() {
      stopping = true
      child.kill('SIGKILL')
    },
  }
}
