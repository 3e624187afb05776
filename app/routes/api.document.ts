import { deleteVersionsAfter } from '#core/documents/delete-versions-after.ts'
import {
  deleteDocumentQuery,
  documentQuery,
  MAX_DOCUMENT_BYTES,
  revertDocumentBody,
  saveDocumentBody,
} from '#core/documents/document-schema.ts'
import { listVersions } from '#core/documents/list-versions.ts'
import { saveEdit } from '#core/documents/save-edit.ts'
import { saveVersion } from '#core/documents/save-version.ts'
import { deleteDocument } from '#core/library/delete-documents.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { jsonResponse } from '#http/responses/json-response.ts'
import { jsonStream } from '#http/responses/json-stream.ts'
import { saveResponse } from '#http/responses/save-response.ts'

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
    async handle({ context, em, session, query, body }) {
      const { baseCreatedAt, replaceBase, ...content } = body
      const version = { id: query.id, userId: session.user.id, ...content }
      const outcome = baseCreatedAt
        ? await saveEdit(em, { ...version, baseCreatedAt, replaceBase })
        : { version: await saveVersion(em, { ...version, origin: 'save' }) }
      return saveResponse(em, context, version.userId, outcome)
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
  DELETE: endpoint({
    limit: 'writes',
    query: deleteDocumentQuery,
    async handle({ em, session, query: { id, timestamp } }) {
      const document = { id, userId: session.user.id }
      if (timestamp) {
        return jsonResponse(await deleteVersionsAfter(em, { ...document, timestamp }))
      }
      await deleteDocument(em, document)
      return new Response(null, { status: 204 })
    },
  }),
})

export { action, loader }
