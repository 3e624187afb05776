import type { ChatSession } from '../chat/chat-session.ts'
import type { Votes } from '../use-votes.ts'
import { useLiveEvents } from './use-live-events.ts'

export type LiveChat = {
  chatId: string
  session: ChatSession
  showVotes(votes: Votes): void
}

/**
 * Shows in an open chat what is done to it in other tabs and on other devices:
 * turns, with the reply as it is written, votes, and its deletion.
 *
 * @param isOn false for a chat that is not stored yet, or is not the visitor's
 */
export function useLiveChat({ isOn, ...chat }: LiveChat & { isOn: boolean }): void {
  useLiveEvents((hint) => {
    if (hint.type !== 'missed' && !(hint.type === 'chat' && hint.chatId === chat.chatId)) return
    // What cannot be loaded now is shown when the page is loaded again.
    import('./answer-hint.ts').then(({ answerHint }) => answerHint(hint, chat)).catch(() => {})
  }, isOn)
}
