/**
 * Tells a process that the launcher forked when the launcher has died, also
 * when it was killed outright (its IPC channel closes then). Does nothing in a
 * process that was started on its own.
 *
 * @param stop what a SIGTERM would do
 */
export function exitWhenParentDies(stop: () => void): void {
  if (!process.channel) return
  process.once('disconnect', stop)
  // Watching must not keep a process alive that has nothing else to do.
  process.channel.unref()
}
