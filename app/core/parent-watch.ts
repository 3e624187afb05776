/**
 * Makes a process that the launcher forked stop when the launcher dies, also
 * when it was killed outright: the closed IPC channel then acts like a SIGTERM,
 * so the process drains as always. Does nothing in a process that was started
 * on its own.
 */
export function exitWhenParentDies(): void {
  if (!process.channel) return
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // Watching must not keep a process alive that has nothing else to do.
  process.channel.unref()
}
