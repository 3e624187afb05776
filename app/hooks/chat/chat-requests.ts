import { type PageMessage, unpackMessage } from '#app/page-message.ts'
import type { CardDocuments } from '#components/chat/chat-context.ts'
import type { Votes } from '../use-votes.ts'

/** Messages of a chat as its page shows them, and what belongs to them. */
export type StoredMessages = {
  messages: PageMessage[]
  /** Whether there are messages before these. */
  hasOlder: boolean
  votes: Votes
  documents: CardDocuments
}

export type ChatRequests = ReturnType<typeof createChatRequests>

/** The requests of one chat to the HTTP interface; each rejects when the server cannot be reached. */
export function createChatRequests(chatId: string, send: typeof fetch) {
  const streamUrl = `/api/chat/${chatId}/stream`

  return {
    /** Sends a conversation that ends with a user message; the response streams the reply. */
    postMessages(
      messages: PageMessage[],
      { model, isContinued }: { model: string; isContinued: boolean },
      signal: AbortSignal,
    ) {
      const headers = { 'Content-Type': 'application/json', Accept: 'text/event-stream' }
      const body = JSON.stringify({
        id: chatId,
        messages: messages.map(({ id, role, parts }) => ({ id, role, parts })),
        selectedChatModel: model,
        ...(isContinued && { continued: true }),
      })
      return send('/api/chat', { method: 'POST', headers, body, signal })
    },

    /** Streams the reply that is being written, from its start; 204 when there is none. */
    openStream(signal: AbortSignal) {
      return send(streamUrl, { headers: { Accept: 'text/event-stream' }, signal })
    },

    /** Asks the server to stop the reply that is being written. */
    stopReply() {
      return send(streamUrl, { method: 'DELETE' })
    },

    /**
     * Loads messages as the server has stored them: the newest ones, at least back
     * through one of them, or those before one.
     */
    async loadMessages(
      from: { before?: string | undefined; through?: string | undefined },
      signal?: AbortSignal,
    ): Promise<StoredMessages | Response> {
      const query = new URLSearchParams()
      for (const [name, id] of Object.entries(from)) if (id) query.set(name, id)
      const response = await send(`/chat/${chatId}/messages?${query}`, signal ? { signal } : {})
      if (!response.ok) return response
      const stored = await response.json()
      return { ...stored, messages: stored.messages.map(unpackMessage) }
    },

    /** Asks the server to show another version of a message. */
    showMessage(activeMessageId: string) {
      return send(`/api/chat?id=${chatId}`, {
        method: 'PATCH',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ activeMessageId }),
      })
    },
  }
}
