import { createConcurrencyLimit } from '../concurrency-limit.ts'

/**
 * Runs what merges or compares whole texts: it keeps the process busy for some tens
 * of milliseconds, so users take turns.
 */
export const mergeInTurn = createConcurrencyLimit({
  running: 1,
  waiting: 1_000,
  refusal: 'Too many edits are being merged at once. Try again later.',
})
