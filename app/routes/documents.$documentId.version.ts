import { z } from 'zod'
import { documentQuery, revertDocumentBody } from '#core/documents/document-schema.ts'
import { getVersionKey } from '#core/documents/version-key.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { versionResponse } from '#http/responses/version-response.ts'

/**
 * GET /documents/:documentId/version?createdAt= gives one version of a document
 * (without `createdAt`, the newest) to its open page.
 */
const { loader, action } = apiRoute({
  GET: endpoint({
    params: z.object({ documentId: documentQuery.shape.id }),
    query: z.object({ createdAt: revertDocumentBody.shape.timestamp.optional() }),
    async handle({ context, em, session, params, query }) {
      const userId = session.user.id
      const key = await getVersionKey(em, { id: params.documentId, userId, ...query })
      const response = await versionResponse(em, context, { ...key, userId })
      response.headers.set('Cache-Control', 'private, no-store, no-transform')
      return response
    },
  }),
})

export { action, loader }
