/**
 * Calls back when the launcher that forked this process has died, which closes
 * the IPC channel. Does nothing in a process that was not forked.
 */
export function exitWhenParentDies(onGone: () => void): void {
  if (!process.channel) return
  process.on('disconnect', onGone)
  // The channel alone does not keep the process alive.
  process.channel.unref()
}
