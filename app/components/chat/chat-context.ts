import { createContext, useContext } from 'react'
import type { PageMessage } from '#app/page-message.ts'
import type { DocumentDrafts } from '#hooks/chat/document-drafts.ts'

export type VoteType = 'up' | 'down'

/** What the component of a message is given; all that changes while the chat goes on. */
export type MessageProps = {
  message: PageMessage
  vote: VoteType | undefined
  /** Of a reply, whether it is the last message, which can be written again; of a message of the user, whether it can be edited now. */
  isLast: boolean
  /** Whether no message follows it. */
  isNewest: boolean
  editing: boolean
  /** The first of its parts whose Markdown is formatted, which a page can afford for so much of it. */
  formattedFrom: number
}

/** What the page has of the newest versions of documents, by their ids; null for one that is not there. */
export type CardDocuments = Record<
  string,
  {
    title: string
    kind: string
    createdAt: string
    preview: string
    versions: number | null
  } | null
>

/** What the components of a chat page share. The value is stable, so that messages do not render again. */
export type ChatContextValue = {
  chatId: string
  /** Whether the chat is another user's public chat. */
  readOnly: boolean
  /** Whether the chat is another user's, of which only the documents that it shares can be read. */
  isForeign: boolean
  /** Whether the messages are not the newest ones. */
  isOlder: boolean
  /** Whether JavaScript runs; the server's HTML leaves out what only works with it. */
  hydrated: boolean
  /** The documents that its replies write. */
  drafts: DocumentDrafts
  /** The documents that its messages named when the page was loaded. */
  documents: CardDocuments
  retry(): void
  vote(messageId: string, type: VoteType): void
  /** Opens a message for editing; null closes it. */
  setEditing(messageId: string | null): void
  edit(messageId: string, text: string): void
  /** Shows another version of a message, with what followed it. */
  showVersion(messageId: string, insteadOf: string): Promise<void>
}

const ChatContext = createContext<ChatContextValue | null>(null)

export const ChatProvider = ChatContext.Provider

export function useChatContext(): ChatContextValue {
  const value = useContext(ChatContext)
  if (!value) throw new Error('useChatContext must be used inside a ChatProvider.')
  return value
}

/** The id of the one form that the buttons of all messages submit. */
export const MESSAGE_FORM_ID = 'msgs'

/** The start of a message's id, which is enough to identify it within its chat and keeps a long page small. */
export function shortMessageId(messageId: string): string {
  return messageId.slice(0, 8)
}
