import { z } from 'zod'
import { AppError } from '#core/app-error.ts'
import { chatPath } from '#core/chat/chat-schema.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { readShownChat } from '#http/pages/chat-page.ts'
import { jsonResponse } from '#http/responses/json-response.ts'

const messageId = z.uuid().toLowerCase().optional()

/**
 * GET /chat/:chatId/messages gives an open page of a chat the messages before one
 * that it has, or those from one of them on as they are stored now.
 */
const { loader, action } = apiRoute({
  GET: endpoint({
    params: chatPath,
    query: z.object({ before: messageId, through: messageId }),
    async handle({ context, em, session, params, query }) {
      const { chatId } = params
      const chat = await readShownChat(context, em, { chatId, userId: session.user.id, ...query })
      if (!chat) throw new AppError('not-found', 'There is no chat with this id.')
      const { messages, hasOlder, votes, documents } = chat
      return jsonResponse({ messages, hasOlder, votes, documents })
    },
  }),
})

export { action, loader }
