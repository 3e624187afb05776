import { mediaTypeOf } from '#core/storage/blob-key.ts'
import { contentDisposition } from '#core/uploads/upload-result.ts'

/** An object under a key never changes, so whoever has it may keep it for a year. */
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Whether the client has the image already: the key alone tells, for it never changes. */
export function hasImage(request: Request, key: string): boolean {
  const tags = request.headers.get('if-none-match')?.split(',') ?? []
  return tags.some((tag) => tag.trim().replace(/^W\//, '') === etag(key) || tag.trim() === '*')
}

export function notModified(key: string): Response {
  return new Response(null, {
    status: 304,
    headers: { ETag: etag(key), 'Cache-Control': IMMUTABLE },
  })
}

/** Serves a stored image; the security headers of `/uploads/` are set in security-headers.ts. */
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
