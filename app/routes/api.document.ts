import { deleteVersionsAfter } from '#core/documents/delete-versions-after.ts'
import {
  documentQuery,
  MAX_DOCUMENT_BYTES,
  revertDocumentBody,
  saveDocumentBody,
} from '#core/documents/document-schema.ts'
import { listVersions } from '#core/documents/list-versions.ts'
import { saveVersion } from '#core/documents/save-version.ts'
import { versionAsJson } from '#core/documents/version-json.ts'
import { apiRoute, endpoint } from '#http/api-route.ts'
import { jsonResponse } from '#http/responses/json-response.ts'
import { jsonStream } from '#http/responses/json-stream.ts'

/** A longer content is answered piece by piece: its JSON in one go would hold up everybody else. */
const LARGE_CHARACTERS = 512 * 1024

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
      const isLarge = body.content.length > LARGE_CHARACTERS
      return isLarge ? jsonStream(versionAsJson(saved), context) : jsonResponse(saved)
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
