import type { MessageImage } from '#core/chat/read-message-image.ts'
import { mediaTypeOf } from '#core/storage/blob-key.ts'
import type { OpenBlob } from '#core/storage/open-blob.ts'
import { contentDisposition } from '#core/uploads/upload-result.ts'
import type { RequestContext } from '../context.ts'
import { byteStream } from './byte-stream.ts'
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

/**
 * Answers with a stored image, read from the store as the client takes it;
 * security-headers.ts adds the security headers of `/uploads/`. A HEAD request
 * gets the headers alone.
 */
export async function imageResponse(
  { request, context }: { request: Request; context: RequestContext },
  key: string,
  blob: OpenBlob,
): Promise<Response> {
  const download = new URL(request.url).searchParams.has('download')
  const headers = {
    'Content-Type': mediaTypeOf(key),
    'Content-Length': String(blob.size),
    'Content-Disposition': contentDisposition(key, download),
    'Cache-Control': IMMUTABLE,
    ETag: etag(key),
  }
  if (request.method === 'HEAD') {
    await blob.close()
    return new Response(null, { headers })
  }
  return new Response(
    byteStream(blob.pieces, (piece) => piece, context),
    { headers },
  )
}

function etag(key: string): string {
  return `"${key.slice('uploads/'.length, 'uploads/'.length + 48)}"`
}

/**
 * Answers with an image out of a message, read from the database as the client
 * takes it. Who may see it can change, so the client asks each time.
 */
export function messageImageResponse(
  { request, context }: { request: Request; context: RequestContext },
  { mediaType, version, pieces }: MessageImage,
): Response {
  const headers = {
    'Cache-Control': 'private, no-cache, no-transform',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    ETag: `"${version}"`,
  }
  if (matchesEtag(request, headers.ETag)) return new Response(null, { status: 304, headers })
  const body = request.method === 'HEAD' ? null : byteStream(pieces, (piece) => piece, context)
  return new Response(body, { headers: { ...headers, 'Content-Type': mediaType } })
}
