import { createTurns } from '../limits/turns.ts'

/**
 * Renders a page when it is the turn of its caller's network: one at a time. A
 * page that waits holds what its loaders have read, up to a few megabytes.
 */
export const renderInTurn = createTurns({
  running: 1,
  waiting: 200,
  refusal: 'Too many pages are being rendered at once. Try again later.',
})
