import { AppError } from '#core/app-error.ts'
import { type ReadOptions, readBody } from './read-body.ts'

/**
 * Fields of a form at most, by how it is encoded. Node's parser takes 12 s for a
 * million urlencoded fields, a time that grows with the square of their number, and
 * a second for 80,000 parts; the process answers nobody else meanwhile. The page of a
 * merge sends a part for each place that it asks about.
 */
const MOST = { urlencoded: 40_000, parts: 10_000 }

/** What browsers send, and no other spelling: the parts are counted by what the parser takes for their boundary. */
const PARTS = /^multipart\/form-data; ?boundary=("?)([\w'()+,./:=?-]{1,70})\1$/i

/**
 * Reads a form into memory, so that it can be parsed more than once, and soon.
 *
 * @returns the same request
 * @throws {AppError} as `readBody`; invalid when the form has too many fields
 */
export async function bufferForm(request: Request, options: ReadOptions): Promise<Request> {
  const { url, method, signal } = request
  const headers = new Headers(request.headers)
  const body = await readBody(request, options)
  // `curl -X POST` sends no body and no type; that is read as a form without fields.
  if (body.byteLength === 0) headers.set('Content-Type', 'application/x-www-form-urlencoded')
  assertFewFields(body, headers.get('Content-Type') ?? '')
  return new Request(url, { method, headers, signal, body: new Uint8Array(body) })
}

function assertFewFields(body: Buffer, type: string) {
  if (!/^multipart\//i.test(type)) return assertFew(body, '&', MOST.urlencoded)
  const boundary = PARTS.exec(type)?.[2]
  if (!boundary) throw new AppError('invalid', 'The form could not be read. Send it again.')
  assertFew(body, `--${boundary}`, MOST.parts)
}

function assertFew(body: Buffer, separator: string, most: number) {
  let count = 0
  for (let at = body.indexOf(separator); at >= 0; at = body.indexOf(separator, at + 1)) {
    count += 1
    if (count > most) throw new AppError('invalid', 'The form has too many fields. Send fewer.')
  }
}
