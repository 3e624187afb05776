import { JobPutOff } from './job-put-off.ts'

/** What an image that is just heavy takes to decode. */
const EACH_MS = 500
const MAX_WAIT_MS = 8_000
/** A job that has not come back by then was taken by another worker, or waits for a place. */
const LATE_MS = 10_000

type HeavyJob = {
  id: string
  /** How many jobs may have their image in memory. */
  places: number
}

export type HeavyLine = {
  /**
   * Puts off a job that is known to wait in line, before its image is read again.
   *
   * @throws {JobPutOff} when it is not its time yet
   */
  assertNext(job: HeavyJob): void
  /**
   * Decodes a heavy image when a place for it is free.
   *
   * @throws {JobPutOff} when none is
   */
  run<T>(job: HeavyJob, decode: () => Promise<T>): Promise<T>
  /** Forgets a job that has nothing to do any more. */
  leave(id: string): void
}

/**
 * Makes the line in which the jobs with heavy images wait. One such image is
 * decoded at a time (app/core/uploads/normalise-image.ts), so jobs that wait for
 * that would soon have all places of the queue, and every other job would wait
 * for them. A few may wait in their places, so that the next one is at hand; the
 * others are put off, the longer the further back they are.
 *
 * Nothing depends on the line: a job that another worker takes does not come
 * back here, and is forgotten.
 */
export function createHeavyLine(): HeavyLine {
  const inPlace = new Set<string>()
  /** When each of those put off comes back, the oldest first. */
  const dueAt = new Map<string, number>()

  function jobsAhead(id: string): number {
    for (const [each, due] of dueAt) {
      if (performance.now() > due + LATE_MS) dueAt.delete(each)
    }
    const index = [...dueAt.keys()].indexOf(id)
    return inPlace.size + (index < 0 ? dueAt.size : index)
  }

  function assertPlace({ id, places }: HeavyJob) {
    const ahead = jobsAhead(id)
    if (ahead < places || inPlace.size === 0) return
    const waitMs = Math.min((ahead - places + 1) * EACH_MS, MAX_WAIT_MS)
    dueAt.set(id, performance.now() + waitMs)
    throw new JobPutOff(waitMs)
  }

  return {
    assertNext(job) {
      if (dueAt.has(job.id)) assertPlace(job)
    },
    async run(job, decode) {
      const { id } = job
      assertPlace(job)
      dueAt.delete(id)
      inPlace.add(id)
      try {
        return await decode()
      } finally {
        inPlace.delete(id)
      }
    },
    leave: (id) => void dueAt.delete(id),
  }
}
