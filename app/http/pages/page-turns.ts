import { createTurns } from '../limits/turns.ts'

/** Renders a page when it is the turn of its caller's network: one at a time. */
export const renderInTurn = createTurns({
  running: 1,
  refusal: 'Too many pages are being rendered at once. Try again later.',
})
