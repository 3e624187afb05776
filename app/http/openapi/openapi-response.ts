import { createHash } from 'node:crypto'
import { openApiDocument } from './openapi-document.ts'

let made: { body: string; etag: string } | undefined

/** Answers with the description of the interface; the same until the next release. */
export function openApiResponse(request: Request): Response {
  made ??= make()
  const headers = {
    ETag: made.etag,
    'Cache-Control': 'public, max-age=300',
    // Public and without credentials, so that editors elsewhere can load it.
    'Access-Control-Allow-Origin': '*',
  }
  const known = request.headers.get('if-none-match')?.split(',') ?? []
  if (known.some((tag) => tag.trim().replace(/^W\//, '') === made?.etag)) {
    return new Response(null, { status: 304, headers })
  }
  return new Response(made.body, { headers: { ...headers, 'Content-Type': 'application/json' } })
}

function make() {
  const body = JSON.stringify(openApiDocument())
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}
