import { deleteVersionsAfter } from '#core/documents/delete-versions-after.ts'
import {
  documentQuery,
  MAX_DOCUMENT_BYTES,
  revertDocumentBody,
  saveDocumentBody,
} from '#core/documents/document-schema.ts'
import { listVersions } from '#core/documents/list-versions.ts'
import { saveVersion } from '#core/documents/save-version.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { jsonResponse } from '#http/responses/json-response.ts'
import { jsonStream } from '#http/responses/json-stream.ts'

const { loader, action } = apiRoute({
  GET: endpoint({
    query: documentQuery,
    async handle({ context, em, session, query }) {
      const listed = await listVersions(em, { id: query.id, userId: session.user.id })
      return listed.versions ? jsonResponse(listed.versions) : jsonStream(listed.pieces, context)
    },
  }),
  POST: endpoint({
    limit: 'writes',
    query: documentQuery,
    body: saveDocumentBody,
    maxBytes: MAX_DOCUMENT_BYTES,
    async handle({ em, session, query, body }) {
      const version = { id: query.id, userId: session.user.id, ...body }
      return jsonResponse(await saveVersion(em, version))
    },
  }),
  PATCH: endpoint({
    limit: 'writes',
    query: documentQuery,
    body: revertDocumentBody,
    async handle({ em, session, query, body }) {
      await deleteVersionsAfter(em, { id: query.id, userId: session.user.id, ...body })
      return new Response('Deleted')
    },
  }),
})

export { action, loader }
