import { createTurns } from './turns.ts'

/**
 * Reads a whole chat when it is the turn of its caller's network. A chat may hold
 * many megabytes, and anybody may read a public one; reading it takes the one
 * thread a quarter of a second for each ten. Two at a time, so that a small one
 * is read while another waits for the database.
 */
export const readChatInTurn = createTurns({
  running: 2,
  refusal: 'Too many chats are being read at once. Try again later.',
})
