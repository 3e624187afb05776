import {
  exportDocument,
  exportDocumentPath,
  exportDocumentQuery,
} from '#core/documents/export-document.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { attachmentHeaders } from '#http/responses/attachment.ts'
import { byteStream } from '#http/responses/byte-stream.ts'

/** GET /api/document/:id/export?version=: a document as a file of its kind. */
const { loader, action } = apiRoute({
  GET: endpoint({
    params: exportDocumentPath,
    query: exportDocumentQuery,
    async handle({ params, query, context, em, session }) {
      const file = await exportDocument(em, { ...params, userId: session.user.id, ...query })
      const headers = attachmentHeaders(file.name, file.mediaType)
      const body = Buffer.isBuffer(file.bytes)
        ? new Uint8Array(file.bytes)
        : byteStream(file.bytes, (part) => part, context)
      return new Response(body, { headers })
    },
  }),
})

export { action, loader }
