import type { PageMessage } from '#app/page-message.ts'

export type ChatRequests = ReturnType<typeof createChatRequests>

/** The requests of one chat to the HTTP interface; each rejects when the server cannot be reached. */
export function createChatRequests(chatId: string, send: typeof fetch) {
  const streamUrl = `/api/chat/${chatId}/stream`

  return {
    /** Sends a conversation that ends with a user message; the response streams the reply. */
    postMessages(messages: PageMessage[], model: string, signal: AbortSignal) {
      const headers = { 'Content-Type': 'application/json', Accept: 'text/event-stream' }
      const body = JSON.stringify({
        id: chatId,
        messages: messages.map(({ id, role, parts }) => ({ id, role, parts })),
        selectedChatModel: model,
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

    /** Loads the chat as the server has stored it. */
    loadChat(signal: AbortSignal) {
      return send(`/api/chat?id=${chatId}`, { signal })
    },
  }
}
