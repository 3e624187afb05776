import { exportReadable } from '#core/documents/export-readable.ts'
import { apiRoute, publicEndpoint } from '#http/api-route.ts'
import { documentIdOf } from '#http/pages/document/document-id.ts'
import { versionTimeOf } from '#http/pages/document/version-time.ts'
import { fileResponse } from '#http/responses/file-response.ts'
import { getSession } from '#http/sessions/session.ts'

/**
 * GET /documents/:documentId/file?version= gives a document as a file of its kind to
 * the pages that show it, those of visitors of a shared chat included.
 */
const { loader, action } = apiRoute({
  GET: publicEndpoint({
    async handle({ request, params, context, em }) {
      const id = documentIdOf(params)
      const version = versionTimeOf(new URL(request.url).searchParams, 'version')
      const session = await getSession(em, request)
      const userId = session?.user.id ?? null
      return fileResponse(await exportReadable(em, { id, userId, version }), context)
    },
  }),
})

export { action, loader }
