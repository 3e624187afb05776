import { z } from 'zod'
import { chatPath } from '#core/chat/chat-schema.ts'
import {
  createTemporaryChat,
  leaveTemporaryChat,
  returnToTemporaryChat,
} from '#core/chat/temporary-chat.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { requireBrowserSession } from '#http/sessions/session.ts'

const query = z.object({ tab: z.enum(['opens', 'leaves', 'returns']) })

/**
 * POST /chat/:chatId/temporary tells what becomes of the tab of a temporary chat:
 * it begins one, is closed or loaded again, or is back. Without a body, so that a
 * page that is being closed can send it.
 */
const { loader, action } = apiRoute({
  POST: endpoint({
    limit: 'writes',
    params: chatPath,
    query,
    async handle({ em, session, params, query: { tab } }) {
      requireBrowserSession(session)
      const chat = { chatId: params.chatId, userId: session.user.id }
      if (tab === 'opens') await createTemporaryChat(em, chat)
      else if (tab === 'leaves') await leaveTemporaryChat(em, chat)
      else if (!(await returnToTemporaryChat(em, chat))) return new Response(null, { status: 404 })
      return new Response(null, { status: 204 })
    },
  }),
})

export { action, loader }
