import { MultipartParseError, MultipartParser } from '@remix-run/multipart-parser'
import { AppError } from '#core/app-error.ts'
import { MAX_UPLOAD_BYTES, NO_FILE, TOO_LARGE } from '#core/uploads/upload-rules.ts'
import type { BodyHold } from './body-budget.ts'
import { openBody } from './body-reader.ts'

export type UploadedFile = { filename: string; declaredType: string; bytes: Buffer }

/** Bytes that headers and other fields may add to the file in a body. */
const OVERHEAD_BYTES = 64 * 1024
const MAX_PARTS = 20

/**
 * Reads the field `file` of a multipart body. Counts bytes while it reads: what is
 * over the limit is never buffered, and nothing after the file is parsed.
 *
 * @param hold counts the bytes for as long as they are held
 * @throws {AppError} invalid when the body is empty, malformed or without a
 *   file, or the file is empty or too large (docs/interface.md, "Uploads");
 *   timed-out when the body stands still; unavailable when too many are being read
 */
export async function readUpload(request: Request, hold: BodyHold): Promise<UploadedFile> {
  const boundary = boundaryOf(request)
  const reader = openBody(request, hold)
  if (!reader || !boundary) throw new AppError('invalid', NO_FILE)
  if (Number(request.headers.get('content-length')) > MAX_UPLOAD_BYTES + OVERHEAD_BYTES) {
    throw new AppError('invalid', TOO_LARGE)
  }
  const parser = new MultipartParser(boundary, {
    maxFileSize: MAX_UPLOAD_BYTES,
    maxTotalSize: MAX_UPLOAD_BYTES + OVERHEAD_BYTES,
    maxParts: MAX_PARTS,
    maxHeaderSize: 8 * 1024,
  })
  for (;;) {
    const chunk = await reader.read()
    if (!chunk) throw new AppError('invalid', NO_FILE)
    const file = parseChunk(parser, chunk)
    if (file) return file
  }
}

function parseChunk(parser: MultipartParser, chunk: Uint8Array): UploadedFile | undefined {
  try {
    for (const part of parser.write(chunk)) {
      if (part.name !== 'file' || part.filename === undefined) continue
      const { filename, mediaType = '' } = part
      if (part.size === 0) {
        throw new AppError('invalid', filename ? 'The file is empty. Send an image.' : NO_FILE)
      }
      return { filename, declaredType: mediaType, bytes: Buffer.concat(part.content) }
    }
  } catch (error) {
    throw toAppError(error)
  }
}

function toAppError(cause: unknown) {
  if (!(cause instanceof Error)) return cause
  if (/^Max(?:File|Total)SizeExceeded/.test(cause.name)) {
    return new AppError('invalid', TOO_LARGE, { cause })
  }
  // The parser throws a TypeError where the headers of a part are not UTF-8.
  if (cause instanceof MultipartParseError || cause instanceof TypeError) {
    return new AppError('invalid', 'The multipart body is malformed.', { cause })
  }
  return cause
}

/** The boundary of a multipart/form-data body (RFC 2046 §5.1.1: at most 70 characters). */
function boundaryOf(request: Request): string | undefined {
  const type = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data *;/i.test(type)) return undefined
  const match = type.match(/; *boundary=(?:"([^"]{1,70})"|([^;," ]{1,70}))/i)
  return match?.[1] ?? match?.[2]
}
