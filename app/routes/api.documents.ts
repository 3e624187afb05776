import { documentsQuery } from '#core/library/library-schema.ts'
import { listDocuments } from '#core/library/list-documents.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { jsonResponse } from '#http/responses/json-response.ts'

const { loader, action } = apiRoute({
  GET: endpoint({
    query: documentsQuery,
    async handle({ em, session, query }) {
      return jsonResponse(await listDocuments(em, { ...query, userId: session.user.id }))
    },
  }),
})

export { action, loader }
