import { createHash } from 'node:crypto'
import { matchesEtag } from '../responses/etag.ts'
import { openApiDocument } from './openapi-document.ts'

let serialised: { body: string; etag: string } | undefined

/** Answers with the OpenAPI document, which stays the same for as long as the process runs. */
export function openApiResponse(request: Request): Response {
  serialised ??= serialise()
  const { body, etag } = serialised
  const headers = {
    ETag: etag,
    'Cache-Control': 'public, max-age=300',
    // Any site may read it, so that an OpenAPI editor on another origin can load it.
    'Access-Control-Allow-Origin': '*',
  }
  if (matchesEtag(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(body, { headers: { ...headers, 'Content-Type': 'application/json' } })
}

function serialise() {
  const body = JSON.stringify(openApiDocument())
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}
