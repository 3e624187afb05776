import {
  exportDocument,
  exportDocumentPath,
  exportDocumentQuery,
} from '#core/documents/export-document.ts'
import { apiRoute, endpoint, parse } from '#http/api-route.ts'
import { attachmentHeaders } from '#http/responses/attachment.ts'

/** GET /api/document/:id/export?version=: a document as a file of its kind. */
const { loader, action } = apiRoute({
  GET: endpoint({
    query: exportDocumentQuery,
    async handle({ params, query, em, session }) {
      const { id } = parse(exportDocumentPath, params, 'invalid', 'path parameter')
      const file = await exportDocument(em, { id, userId: session.user.id, ...query })
      const headers = attachmentHeaders(file.name, file.mediaType)
      return new Response(new Uint8Array(file.bytes), { headers })
    },
  }),
})

export { action, loader }
