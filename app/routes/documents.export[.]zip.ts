import { exportLibrary } from '#core/library/export-library.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { attachmentHeaders } from '#http/responses/attachment.ts'
import { byteStream } from '#http/responses/byte-stream.ts'

/** GET /documents/export.zip: all documents of the user as files in one. */
const { loader, action } = apiRoute({
  GET: endpoint({
    // It reads everything that the user has.
    limit: 'writes',
    async handle({ em, session, context }) {
      const bytes = await exportLibrary(em, session.user.id)
      const headers = attachmentHeaders('documents.zip', 'application/zip')
      return new Response(
        byteStream(bytes, (part) => part, context),
        { headers },
      )
    },
  }),
})

export { action, loader }
