import { historyQuery } from '#core/chat/chat-schema.ts'
import { listChats } from '#core/chat/list-chats.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'

const { loader, action } = apiRoute({
  GET: endpoint({
    query: historyQuery,
    async handle({ em, session, query }) {
      return Response.json(await listChats(em, { ...query, userId: session.user.id }))
    },
  }),
})

export { action, loader }
