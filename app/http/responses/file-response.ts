import type { ExportedFile } from '#core/documents/export-document.ts'
import { attachmentHeaders } from './attachment.ts'
import { byteStream, type StreamContext } from './byte-stream.ts'

/** Answers with a document as a file, which the browser saves. */
export function fileResponse(file: ExportedFile, context: StreamContext): Response {
  const headers = attachmentHeaders(file.name, file.mediaType)
  const body = Buffer.isBuffer(file.bytes)
    ? new Uint8Array(file.bytes)
    : byteStream(file.bytes, (part) => part, context)
  return new Response(body, { headers })
}
