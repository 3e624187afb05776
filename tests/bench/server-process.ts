import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export type ServerProcess = {
  pid: number
  /** Rejects when the process ends before `stop`. */
  ended: Promise<never>
  /** Resident memory in MiB. */
  memory(): number
  /** Processor time used so far, of all threads: microseconds. */
  cpu(): Promise<number>
  /**
   * For how long its event loop stood at most since the last question (the first
   * begins), and how much of the processor it used in one go: milliseconds.
   */
  longestDelay(): Promise<{ delay: number; work: number }>
  /** For how long its main thread had work, but no processor: milliseconds, as far as Linux tells. */
  waitedForProcessor(): number
  /** @param signal SIGTERM by default, so that it ends in its own way */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

export type StartOptions = {
  /** Variables in addition. */
  env?: Record<string, string>
  /** Flags of Node in addition. */
  flags?: string[]
}

const STOP_MS = 10_000
/** The flags of `npm run web`. The limit on the heap's young generation saves 50 MiB of memory. */
const NODE_FLAGS = ['--import', './scripts/preload.js', '--max-semi-space-size=8']
const REPORT_USE = ['--import', './tests/bench/report-use.js']

/**
 * Starts a script of the project as a process of its own. Of our environment
 * variables it gets only `PATH`; its output is shown.
 */
export function startProcess(
  script: string,
  env: Record<string, string>,
  options: StartOptions = {},
): ServerProcess {
  const flags = [...NODE_FLAGS, ...REPORT_USE, ...(options.flags ?? [])]
  const child = spawn(process.execPath, [...flags, script], {
    env: { NODE_ENV: 'production', PATH: process.env.PATH, ...env, ...options.env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`${script} could not be started.`)
  const ended = new Promise<never>((_, reject) => {
    child.once('exit', (code, signal) => reject(new Error(`${script} ended: ${signal ?? code}`)))
  })
  ended.catch(() => {})
  return {
    pid,
    ended,
    memory: () => residentMiB(pid),
    async cpu() {
      child.send('cpu')
      const [{ cpu }] = await once(child, 'message')
      return cpu
    },
    async longestDelay() {
      child.send('delay')
      const [longest] = await once(child, 'message')
      return longest
    },
    waitedForProcessor: () => waitedMs(pid),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill(signal)
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await exit
      clearTimeout(timer)
    },
  }
}

/**
 * Waits until a server answers at an address, with any status.
 *
 * @param timeout milliseconds
 */
export async function waitForServer(url: string, timeout = 30_000): Promise<void> {
  const deadline = Date.now() + timeout
  for (;;) {
    try {
      const response = await fetch(url)
      await response.arrayBuffer()
      return
    } catch (error) {
      if (Date.now() > deadline) throw new Error(`${url} does not answer.`, { cause: error })
      await sleep(10)
    }
  }
}

function residentMiB(pid: number): number {
  if (process.platform === 'linux') {
    const line = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)
    return Number(line?.[1]) / 1024
  }
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1024
}

function waitedMs(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const [, waitedNs] = readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')
  return Number(waitedNs) / 1e6
}
