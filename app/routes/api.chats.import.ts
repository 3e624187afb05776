import { importChats } from '#core/import/import-chats.ts'
import { IMPORT_LIMITS } from '#core/import/import-limits.ts'
import { importChatsBody } from '#core/import/import-schema.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { jsonResponse } from '#http/responses/json-response.ts'

const { loader, action } = apiRoute({
  POST: endpoint({
    limit: 'writes',
    body: importChatsBody,
    maxBytes: IMPORT_LIMITS.bytes,
    async handle({ em, session, body }) {
      const results = await importChats(em, { userId: session.user.id, chats: body.chats })
      return jsonResponse({ results })
    },
  }),
})

export { action, loader }
