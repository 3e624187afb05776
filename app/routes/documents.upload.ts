import { uploadDocuments } from '#core/library/upload-documents.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { readBody } from '#http/requests/read-body.ts'
import { FILES_TOO_LARGE, MAX_FILES_BYTES, readFiles } from '#http/requests/read-files.ts'
import { jsonResponse } from '#http/responses/json-response.ts'

/** POST /documents/upload begins documents with the files that a page sends, one after the other. */
const { loader, action } = apiRoute({
  POST: endpoint({
    limit: 'writes',
    async handle({ request, em, session, hold }) {
      const maxBytes = MAX_FILES_BYTES
      const body = await readBody(request, { maxBytes, hold, tooLarge: FILES_TOO_LARGE })
      const { headers } = request
      const form = { method: 'POST', headers, body: new Uint8Array(body) }
      const files = await readFiles(new Request(request.url, form))
      return jsonResponse(await uploadDocuments(em, { userId: session.user.id, files }))
    },
  }),
})

export { action, loader }
