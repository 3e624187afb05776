import { MultipartParseError, MultipartParser } from '@remix-run/multipart-parser'
import { AppError } from '#core/app-error.ts'
import { MAX_UPLOAD_BYTES, NO_FILE, TOO_LARGE } from '#core/uploads/upload-rules.ts'
import { discardBody } from './read-body.ts'

export type UploadedFile = { filename: string; declaredType: string; bytes: Buffer }

/** Bytes that headers and other fields may add to the file in a body. */
const OVERHEAD_BYTES = 64 * 1024
const MAX_PARTS = 20

/** Bytes that this process may hold of all uploads together, while it receives and stages them. */
const MAX_BUFFERED_BYTES = 128 * 1024 * 1024
const RETRY_AFTER_SECONDS = 5
let bufferedBytes = 0

/**
 * Reads the field `file` of a multipart body and passes it on. Counts bytes
 * while it reads: what is over the limit is never buffered, and nothing after
 * the file is parsed.
 *
 * @param stage stores the file; its bytes count as buffered until it is done
 * @throws {AppError} invalid when the body is empty, malformed or without a
 *   file, or the file is empty or too large (docs/interface.md, "Uploads");
 *   unavailable when this process holds too many bytes of other uploads
 */
export async function readUpload<T>(
  request: Request,
  stage: (file: UploadedFile) => Promise<T>,
): Promise<T> {
  const boundary = boundaryOf(request)
  const reader = request.body?.getReader()
  if (!reader || !boundary) {
    if (reader) discardBody(reader)
    throw new AppError('invalid', NO_FILE)
  }
  let ownBytes = 0
  const count = (bytes: number) => {
    ownBytes += bytes
    bufferedBytes += bytes
    if (bufferedBytes > MAX_BUFFERED_BYTES) {
      throw new AppError('unavailable', 'Too many uploads at once. Try again in a few seconds.', {
        retryAfter: RETRY_AFTER_SECONDS,
      })
    }
  }
  try {
    return await stage(await readFile(request, reader, boundary, count))
  } finally {
    bufferedBytes -= ownBytes
  }
}

async function readFile(
  request: Request,
  reader: ReadableStreamDefaultReader<Uint8Array>,
  boundary: string,
  count: (bytes: number) => void,
): Promise<UploadedFile> {
  try {
    if (Number(request.headers.get('content-length')) > MAX_UPLOAD_BYTES + OVERHEAD_BYTES) {
      throw new AppError('invalid', TOO_LARGE)
    }
    return await readFileField(reader, boundary, count)
  } finally {
    discardBody(reader)
  }
}

async function readFileField(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  boundary: string,
  count: (bytes: number) => void,
): Promise<UploadedFile> {
  const parser = new MultipartParser(boundary, {
    maxFileSize: MAX_UPLOAD_BYTES,
    maxTotalSize: MAX_UPLOAD_BYTES + OVERHEAD_BYTES,
    maxParts: MAX_PARTS,
    maxHeaderSize: 8 * 1024,
  })
  for (;;) {
    const chunk = await readChunk(reader)
    if (!chunk) throw new AppError('invalid', NO_FILE)
    count(chunk.byteLength)
    const file = parseChunk(parser, chunk)
    if (file) return file
  }
}

async function readChunk(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    const { done, value } = await reader.read()
    return done ? null : value
  } catch (cause) {
    throw new AppError('invalid', 'The body ended before the file was complete.', { cause })
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
