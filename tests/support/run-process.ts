import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { noteLine } from './error-logs.ts'

export type LogLine = { msg?: string; level?: number; [key: string]: unknown }

export type RunningProcess = {
  pid: number
  /** The last log lines, oldest first; a line that is not JSON has only `msg`. */
  logs(): LogLine[]
  /** Resolves with the first line that fits, among those logged so far and those to come. */
  waitForLog<T = LogLine>(fits: (line: LogLine) => boolean, deadlineMs?: number): Promise<T>
  kill(signal: NodeJS.Signals): void
  exited: Promise<{ code: number | null; signal: string | null }>
  /** SIGTERM, then SIGKILL after twenty seconds. */
  stop(): Promise<void>
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const KEPT_LINES = 5_000
const STOP_DEADLINE_MS = 20_000

/** Starts one of our processes as our commands do, with an explicit environment. */
export async function runProcess(
  script: string,
  env: Record<string, string>,
): Promise<RunningProcess> {
  const child = spawn(process.execPath, ['--import', './scripts/preload.js', script], {
    cwd: root,
    env: {
      PATH: process.env.PATH ?? '',
      HOME: process.env.HOME ?? '',
      ...env,
    } as unknown as NodeJS.ProcessEnv,
    // A process ends when this channel does, so none outlives a killed test run.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const lines: LogLine[] = []
  const watchers = new Set<(line: LogLine) => void>()

  function take(text: string) {
    const line = parseLine(text)
    noteLine(script, line)
    lines.push(line)
    if (lines.length > KEPT_LINES) lines.shift()
    for (const watcher of watchers) watcher(line)
  }
  if (child.stdout) createInterface({ input: child.stdout }).on('line', take)
  if (child.stderr) createInterface({ input: child.stderr }).on('line', take)
  const exited = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.on('exit', (code, signal) => resolve({ code, signal }))
  })

  return {
    pid: child.pid ?? -1,
    logs: () => [...lines],
    waitForLog: (fits, deadlineMs = 60_000) =>
      waitForLog(lines, watchers, exited, fits, deadlineMs) as Promise<never>,
    kill: (signal) => void child.kill(signal),
    exited,
    stop: () => stop(child, exited),
  }
}

async function waitForLog(
  lines: LogLine[],
  watchers: Set<(line: LogLine) => void>,
  exited: Promise<unknown>,
  fits: (line: LogLine) => boolean,
  deadlineMs: number,
): Promise<LogLine> {
  const found = lines.find(fits)
  if (found) return found
  const tail = () =>
    lines
      .slice(-15)
      .map((line) => JSON.stringify(line))
      .join('\n')
  let watcher: (line: LogLine) => void = () => {}
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<LogLine>((resolve, reject) => {
      watcher = (line) => fits(line) && resolve(line)
      watchers.add(watcher)
      timer = setTimeout(() => reject(new Error(`No such log line:\n${tail()}`)), deadlineMs)
      void exited.then(() => reject(new Error(`The process has ended:\n${tail()}`)))
    })
  } finally {
    watchers.delete(watcher)
    clearTimeout(timer)
  }
}

async function stop(child: ChildProcess, exited: Promise<unknown>) {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_DEADLINE_MS)
  await exited
  clearTimeout(timer)
}

function parseLine(text: string): LogLine {
  try {
    return JSON.parse(text) as LogLine
  } catch {
    return { msg: text }
  }
}
