/** Milliseconds of processor time since the thread began: other processes on the machine do not count. */
export function cpuTime(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
