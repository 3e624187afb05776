import { createTurns } from './turns.ts'

/**
 * Parses a large body when it is the turn of its sender's network: one at a time.
 * What follows (checking it, writing it for the database, the answer) holds the
 * thread for longer than the parsing itself, so the pause is longer too.
 */
export const parseInTurn = createTurns({
  running: 1,
  refusal: 'Too many large requests are being handled at once. Try again later.',
  pauseTimes: 3,
})
