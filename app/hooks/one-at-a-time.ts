/**
 * Makes of a piece of work one that runs once at a time: who asks for it while it runs
 * waits for the next run, which all who ask meanwhile share. So it is never done twice
 * at once, and nobody is given what was found out before they asked.
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null

  function ask(): Promise<void> {
    if (!running) {
      running = work().finally(() => {
        running = null
      })
      return running
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = null
        return ask()
      })
    return next
  }

  return ask
}
