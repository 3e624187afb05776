import { z } from 'zod'
import { documentQuery } from '#core/documents/document-schema.ts'
import { readDocumentState } from '#core/documents/read-document-state.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { jsonResponse } from '#http/responses/json-response.ts'

/** GET /documents/:documentId/state tells an open page whether its document has changed. */
const { loader, action } = apiRoute({
  GET: endpoint({
    params: z.object({ documentId: documentQuery.shape.id }),
    async handle({ em, session, params }) {
      const state = await readDocumentState(em, { id: params.documentId, userId: session.user.id })
      const response = jsonResponse(state)
      response.headers.set('Cache-Control', 'private, no-store')
      return response
    },
  }),
})

export { action, loader }
