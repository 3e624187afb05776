import { createContext, useContext } from 'react'

export type VoteType = 'up' | 'down'

/** What the parts of a chat page can do and must know; stable, so that messages are not rendered again. */
export type ChatContextValue = {
  chatId: string
  /** Somebody else's public chat. */
  readOnly: boolean
  /** Whether JavaScript runs: what cannot do without it is not in the server's HTML. */
  hydrated: boolean
  retry(): void
  vote(messageId: string, type: VoteType): void
  /** Opens the message for editing; null closes. */
  setEditing(messageId: string | null): void
  edit(messageId: string, text: string): void
}

const ChatContext = createContext<ChatContextValue | null>(null)

export const ChatProvider = ChatContext.Provider

export function useChatContext(): ChatContextValue {
  const value = useContext(ChatContext)
  if (!value) throw new Error('This component belongs inside a chat.')
  return value
}

/** The form that the buttons of the messages belong to: one for the page, not one for each. */
export const MESSAGE_FORM_ID = 'msgs'

/** Enough of a message's id to tell it within its chat: a long page names hundreds, twice. */
export function shortMessageId(messageId: string): string {
  return messageId.slice(0, 8)
}
