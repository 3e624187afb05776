import { mediaTypeOf } from '#core/storage/blob-key.ts'
import { contentDisposition } from '#core/uploads/upload-result.ts'
import { matchesEtag } from './etag.ts'

/** The image of a key never changes, so a client may keep it for a year. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Tells from `If-None-Match` whether the client has the image already, without reading it. */
export function clientHasImage(request: Request, key: string): boolean {
  return matchesEtag(request, etag(key))
}

/** Answers a client that has the image already. */
export function notModified(key: string): Response {
  return new Response(null, {
    status: 304,
    headers: { ETag: etag(key), 'Cache-Control': IMMUTABLE },
  })
}

/** Answers with a stored image; security-headers.ts adds the security headers of `/uploads/`. */
export function imageResponse(key: string, bytes: Buffer, download: boolean): Response {
  return new Response(new Uint8Array(bytes), {
    headers: {
      'Content-Type': mediaTypeOf(key),
      'Content-Length': String(bytes.byteLength),
      'Content-Disposition': contentDisposition(key, download),
      'Cache-Control': IMMUTABLE,
      ETag: etag(key),
    },
  })
}

function etag(key: string): string {
  return `"${key.slice('uploads/'.length, 'uploads/'.length + 48)}"`
}
