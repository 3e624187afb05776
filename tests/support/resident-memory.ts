import { readFile } from 'node:fs/promises'

/** The memory that a process takes, in MiB. */
export async function residentMiB({ pid }: { pid: number }): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}
