import {
  exportDocument,
  exportDocumentPath,
  exportDocumentQuery,
} from '#core/documents/export-document.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { fileResponse } from '#http/responses/file-response.ts'

/** GET /api/document/:id/export?version=: a document as a file of its kind. */
const { loader, action } = apiRoute({
  GET: endpoint({
    params: exportDocumentPath,
    query: exportDocumentQuery,
    async handle({ params, query, context, em, session }) {
      const file = await exportDocument(em, { ...params, userId: session.user.id, ...query })
      return fileResponse(file, context)
    },
  }),
})

export { action, loader }
