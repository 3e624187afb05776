import { chatAsJson } from '#core/chat/chat-json.ts'
import {
  chatIdPresenceQuery,
  chatIdQuery,
  getChatQuery,
  MAX_CHAT_BYTES,
  postChatBody,
  updateChatBody,
} from '#core/chat/chat-schema.ts'
import { deleteChat } from '#core/chat/delete-chat.ts'
import { normaliseMessages } from '#core/chat/normalise-messages.ts'
import { openChat } from '#core/chat/open-chat.ts'
import { shareChat } from '#core/chat/share-chat.ts'
import { showMessage } from '#core/chat/show-message.ts'
import { updateChat } from '#core/chat/update-chat.ts'
import { openReply, resumeReply } from '#core/replies/open-reply.ts'
import { startTurn } from '#core/replies/start-turn.ts'
import { stopReply } from '#core/replies/stop-reply.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { readChatInTurn } from '#http/limits/chat-turns.ts'
import { continueStored } from '#http/pages/continue-stored.ts'
import {
  emptyReplyResponse,
  replyResponse,
  resumedReplyResponse,
  streamFormatOf,
} from '#http/reply-response.ts'
import { parseInput } from '#http/requests/parse-input.ts'
import { jsonResponse } from '#http/responses/json-response.ts'
import { jsonStream } from '#http/responses/json-stream.ts'

const post = endpoint({
  limit: 'chat',
  body: postChatBody,
  maxBytes: MAX_CHAT_BYTES,
  async handle({ request, context, em, session, body }) {
    const format = streamFormatOf(request, body.trigger ? 'ui-message-stream' : 'data-stream-v1')
    const sent = normaliseMessages(body.id, body.messages)
    const conversation = body.continued
      ? await continueStored(context, em, { chatId: body.id, userId: session.user.id, sent })
      : sent
    const source = await startTurn(context, {
      chatId: body.id,
      userId: session.user.id,
      conversation,
      selectedChatModel: body.selectedChatModel,
      streamFormat: format,
      origin: context.origin,
    })
    return replyResponse(format, context, openReply(context, source, context.leaveSignal()))
  },
})

const remove = endpoint({
  limit: 'writes',
  query: chatIdPresenceQuery,
  queryErrorCode: 'not-found',
  async handle({ context, em, session, query }) {
    const { id: chatId } = parseInput(chatIdQuery, query)
    const input = { chatId, userId: session.user.id }
    await stopReply(context, input)
    await deleteChat(em, input)
    return new Response('Chat deleted')
  },
})

const get = endpoint({
  query: getChatQuery,
  async handle({ request, context, em, session, query }) {
    const userId = session.user.id
    if (query.id) {
      const input = { chatId: query.id, userId, readPublic: true, withAlternatives: true }
      return readChatInTurn(context, async () => {
        const chat = await openChat(em, input)
        return chat.stored
          ? jsonStream(chatAsJson(em, chat, userId), context)
          : jsonResponse({ ...chat.summary, messages: chat.messages })
      })
    }
    const input = { chatId: query.chatId ?? '', userId }
    const reply = await resumeReply(context, input, context.leaveSignal())
    // `ai@4` takes a 204 for an error.
    return reply
      ? resumedReplyResponse(request, context, reply)
      : emptyReplyResponse(streamFormatOf(request, 'data-stream-v1'))
  },
})

const patch = endpoint({
  limit: 'writes',
  query: chatIdQuery,
  body: updateChatBody,
  async handle({ em, session, query, body }) {
    const { activeMessageId, sharedDocuments: documents, ...fields } = body
    const chat = { chatId: query.id, userId: session.user.id }
    const changes = { ...chat, ...fields }
    const summary = await em.transactional(async (tx) => {
      if (activeMessageId) await showMessage(tx, { ...chat, messageId: activeMessageId })
      return documents ? shareChat(tx, { ...changes, documents }) : updateChat(tx, changes)
    })
    return jsonResponse(summary)
  },
})

const { loader, action } = apiRoute({ GET: get, POST: post, PATCH: patch, DELETE: remove })

export { action, loader }
