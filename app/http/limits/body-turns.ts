import { createTurns } from './turns.ts'

/**
 * Parses a large body when it is the turn of its sender's network: one at a time.
 * What follows (checking it, writing it for the database and for the model, the
 * answer) takes several times as long as the parsing itself, so the pause does too.
 */
export const parseInTurn = createTurns({
  running: 1,
  refusal: 'Too many large requests are being handled at once. Try again later.',
  longMs: 4,
  pauseTimes: 10,
  longestPauseMs: 2_000,
})
