/**
 * Tells a process that the launcher forked when the launcher has died, also
 * when it was killed outright (its IPC channel closes then). Does nothing in a
 * process that was started on its own.
 *
 * @param stop what a SIGTERM would do
 */
export function exitWhenParentDies(stop: () => void): void {
  // Only a forked process has `send`; it keeps it when its channel has closed.
  if (!process.send) return
  // The launcher may have died while this process was starting.
  if (!process.channel) {
    stop()
    return
  }
  process.once('disconnect', stop)
  // Watching must not keep a process alive that has nothing else to do.
  process.channel.unref()
}
