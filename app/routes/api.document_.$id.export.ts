import {
  exportDocument,
  exportDocumentPath,
  exportDocumentQuery,
} from '#core/documents/export-document.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { attachmentHeaders } from '#http/responses/attachment.ts'

/** GET /api/document/:id/export?version=: a document as a file of its kind. */
const { loader, action } = apiRoute({
  GET: endpoint({
    params: exportDocumentPath,
    query: exportDocumentQuery,
    async handle({ params, query, em, session }) {
      const file = await exportDocument(em, { ...params, userId: session.user.id, ...query })
      const headers = attachmentHeaders(file.name, file.mediaType)
      return new Response(new Uint8Array(file.bytes), { headers })
    },
  }),
})

export { action, loader }
