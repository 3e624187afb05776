import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Above every process id that Linux or macOS gives out. */
const UNUSED_PID = '2147483646'

/** What a running Postgres writes about itself into `postmaster.pid` in its data directory. */
export type PidFile = { pid: number; port: number; isReady: boolean }

/** @returns undefined when there is no such file, or it holds no process id */
export function readPidFile(data: string): PidFile | undefined {
  let lines: string[]
  try {
    lines = readFileSync(pathOf(data), 'utf8').split('\n')
  } catch {
    return undefined
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 1) return undefined
  return { pid, port: Number(lines[3]), isReady: lines[7]?.trim() === 'ready' }
}

/**
 * Replaces the process id by one that no process has, so that the next start
 * does not take another program with that id for a running Postgres. The other
 * lines stay: they lead Postgres to processes of the dead server that may still
 * use its shared memory.
 */
export function clearPid(data: string): void {
  const file = pathOf(data)
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, UNUSED_PID))
}

function pathOf(data: string): string {
  return join(data, 'postmaster.pid')
}
