import { type ChildProcess, fork } from 'node:child_process'
import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** So many deaths in this time, and the launcher gives up. */
const DEATHS = 5
const WINDOW_MS = 60_000
const FIRST_BACKOFF_MS = 500
const LAST_BACKOFF_MS = 8_000
/** EX_CONFIG of sysexits.h: the variables are wrong, and stay wrong. */
const EXIT_CONFIG = 78

/** Counts the deaths of one part, and says how long to wait before its next life. */
export type DeathCount = {
  /** @returns milliseconds to wait, or undefined when it is time to give up */
  next(): number | undefined
}

export function createDeathCount(now: () => number = Date.now): DeathCount {
  let deaths: number[] = []
  return {
    next() {
      deaths = [...deaths.filter((time) => time > now() - WINDOW_MS), now()]
      if (deaths.length >= DEATHS) return undefined
      return Math.min(FIRST_BACKOFF_MS * 2 ** (deaths.length - 1), LAST_BACKOFF_MS)
    },
  }
}

export type SupervisedProcess = {
  /** SIGTERM, so that it drains; SIGKILL after the deadline (milliseconds). */
  stop(deadline: number): Promise<void>
  /** Stops it and starts it anew: its sources have changed. */
  restart(): Promise<void>
  kill(): void
}

type Options = {
  name: string
  script: string
  env: NodeJS.ProcessEnv
  /** Open in the child too, as long as it lives. */
  inherit: () => Writable | undefined
  log: (line: string) => void
  /** It died too often, or cannot run with this configuration. */
  giveUp: (line: string) => void
}

/**
 * Runs a script of ours in a process of its own, and starts it again when it
 * dies. Over its IPC channel the child notices when we die
 * (app/core/parent-watch.ts).
 */
export function supervise(options: Options): SupervisedProcess {
  const { name, log } = options
  const deaths = createDeathCount()
  let stopping = false
  let child = start()

  function start(): ChildProcess {
    const guard = options.inherit()
    const started = fork(options.script, [], {
      env: options.env,
      // A Ctrl-C reaches the launcher alone, which stops its parts in order.
      detached: true,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc', ...(guard ? [guard] : [])],
    })
    started.once('exit', (code, signal) => {
      if (!stopping && started === child) void startAgain(code, signal)
    })
    started.on('error', () => {})
    return started
  }

  async function startAgain(code: number | null, signal: string | null): Promise<void> {
    const how = signal ?? `exit status ${code}`
    const wait = code === EXIT_CONFIG ? undefined : deaths.next()
    if (wait === undefined) {
      options.giveUp(
        code === EXIT_CONFIG
          ? `The ${name} process cannot run with these variables.`
          : `The ${name} process died ${DEATHS} times within a minute (last: ${how}).`,
      )
      return
    }
    log(`The ${name} process died (${how}); it is started again in ${wait / 1000} s.`)
    await sleep(wait)
    if (!stopping) child = start()
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
      await end(5_000)
      stopping = false
      child = start()
    },
    kill() {
      stopping = true
      child.kill('SIGKILL')
    },
  }
}
