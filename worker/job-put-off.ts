/**
 * Thrown by a processor whose job cannot go on yet: the job is put off, which
 * uses up none of its attempts, and its place goes to another. It keeps its
 * user's turn.
 */
export class JobPutOff extends Error {
  override name = 'JobPutOff'
  /** Milliseconds; below the lease of a turn (app/core/jobs/job-turns.ts), else the turn is lost. */
  readonly waitMs: number

  constructor(waitMs: number) {
    super(`The job is put off for ${waitMs} ms.`)
    this.waitMs = waitMs
  }
}
