import { historyQuery } from '#core/chat/chat-schema.ts'
import { listChats } from '#core/chat/list-chats.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { jsonResponse } from '#http/responses/json-response.ts'

const { loader, action } = apiRoute({
  GET: endpoint({
    query: historyQuery,
    async handle({ em, session, query }) {
      return jsonResponse(await listChats(em, { ...query, userId: session.user.id }))
    },
  }),
})

export { action, loader }
