import { uploadDocuments } from '#core/library/upload-documents.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { bufferForm } from '#http/requests/buffer-form.ts'
import { FILES_TOO_LARGE, MAX_FILES_BYTES, readFiles } from '#http/requests/read-files.ts'
import { jsonResponse } from '#http/responses/json-response.ts'

/** POST /documents/upload begins documents with the files that a page sends, one after the other. */
const { loader, action } = apiRoute({
  POST: endpoint({
    limit: 'writes',
    async handle({ request, em, session, hold }) {
      const options = { maxBytes: MAX_FILES_BYTES, hold, tooLarge: FILES_TOO_LARGE }
      const files = await readFiles(await bufferForm(request, options))
      return jsonResponse(await uploadDocuments(em, { userId: session.user.id, files }))
    },
  }),
})

export { action, loader }
