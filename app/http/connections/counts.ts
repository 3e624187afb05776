/** Counts by name; a name whose count is back at nothing takes no memory. */
export type Counts = {
  /** Adds one. @returns the new count */
  add(name: string): number
  remove(name: string): void
}

/** Makes counts that all begin at nothing. */
export function createCounts(): Counts {
  const counts = new Map<string, number>()
  return {
    add(name) {
      const count = (counts.get(name) ?? 0) + 1
      counts.set(name, count)
      return count
    },
    remove(name) {
      const count = (counts.get(name) ?? 0) - 1
      if (count > 0) counts.set(name, count)
      else counts.delete(name)
    },
  }
}
