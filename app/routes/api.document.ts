import { deleteVersionsAfter } from '#core/documents/delete-versions-after.ts'
import {
  documentQuery,
  MAX_DOCUMENT_BYTES,
  revertDocumentBody,
  saveDocumentBody,
} from '#core/documents/document-schema.ts'
import { listVersions } from '#core/documents/list-versions.ts'
import { saveVersion } from '#core/documents/save-version.ts'
import { versionsAsJson } from '#core/documents/version-json.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { jsonResponse } from '#http/responses/json-response.ts'
import { jsonStream } from '#http/responses/json-stream.ts'

/**
 * A larger content is answered piece by piece: its JSON in one go would hold up
 * everybody else. The pieces are read from the database, so that a client who does
 * not read the answer keeps nothing of it in memory.
 */
const LARGE_BYTES = 1024 * 1024

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
      const version = { id: query.id, userId: session.user.id, ...body }
      const saved = await saveVersion(em, version)
      const size = Buffer.byteLength(body.content)
      if (size <= LARGE_BYTES) return jsonResponse(saved)
      const { id, createdAt, userId } = saved
      return jsonStream(versionsAsJson(em, userId, [{ id, createdAt, size }]), context)
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
