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
  stop(): Promise<void>
}

const STOP_MS = 10_000
/** The flags of `npm run web`. The limit on the heap's young generation saves 50 MiB of memory. */
const NODE_FLAGS = ['--import', './scripts/preload.js', '--max-semi-space-size=8']
const REPORT_CPU = ['--import', './tests/bench/report-cpu.js']

/**
 * Starts a script of the project as a process of its own. Of our environment
 * variables it gets only `PATH`; its output is shown.
 */
export function startProcess(script: string, env: Record<string, string>): ServerProcess {
  const child = spawn(process.execPath, [...NODE_FLAGS, ...REPORT_CPU, script], {
    env: { NODE_ENV: 'production', PATH: process.env.PATH, ...env },
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
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
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
