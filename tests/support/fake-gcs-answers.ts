export type BucketAnswer = { status: number; headers: Record<string, string>; body: Buffer | null }

/** What Cloud Storage and its emulator answer in ways of their own. */
export type BucketAnswers = {
  error(status: number, message: string): BucketAnswer
  /** A failure that a test asked for. */
  injected(status: number): BucketAnswer
  deleted(): BucketAnswer
  /** @param limit the request's `maxResults` */
  list(items: object[], limit: number): BucketAnswer
  /** At a path that is not of the JSON API. */
  unknownPath(method: string, path: string): BucketAnswer
}

/** As Cloud Storage answers (https://cloud.google.com/storage/docs/json_api/v1). */
export const GOOGLE_ANSWERS: BucketAnswers = {
  error: googleError,
  injected: (status) => googleError(status, 'injected'),
  deleted: () => ({ status: 204, headers: {}, body: null }),
  list(items, limit) {
    const page = items.slice(0, limit)
    return json(200, {
      kind: 'storage#objects',
      ...(page.length > 0 && { items: page }),
      ...(page.length < items.length && { nextPageToken: 'next' }),
    })
  },
  unknownPath: () => html(404),
}

/**
 * As Google's emulator answers (https://github.com/googleapis/storage-testbench,
 * compared with commit e8c8507): it does not know `maxResults`, deletes with 200,
 * and puts an error's text into another error. A failure that its Retry Test API
 * injects has its status as a string. It takes a path that is none of the API's
 * for `/bucket/object`.
 */
export const EMULATOR_ANSWERS: BucketAnswers = {
  error: emulatorError,
  injected(status) {
    const message = { error: { message: `Retry Test: Caused a ${status}` } }
    return json(status, { error: { code: String(status), message } })
  },
  deleted: () => ({ ...html(200), body: null }),
  list: (items) => json(200, { kind: 'storage#objects', items, prefixes: [] }),
  unknownPath(method, path) {
    if (/^\/(?:upload\/|download\/)?storage\/v1(?:\/|$)/.test(path)) return html(404)
    if (method === 'POST') return json(501, { error: { code: 501, message: 'Not implemented' } })
    if (method !== 'GET' && method !== 'PUT') return html(405)
    return emulatorError(404, `Bucket ${path.split('/')[1]} does not exist.`)
  },
}

export function json(status: number, value: unknown): BucketAnswer {
  const headers = { 'Content-Type': 'application/json' }
  return { status, headers, body: Buffer.from(JSON.stringify(value)) }
}

/** The page with which both answer a path or a method that they do not know. */
export function html(status: number): BucketAnswer {
  const headers = { 'Content-Type': 'text/html; charset=utf-8' }
  return { status, headers, body: Buffer.from(`<!doctype html><title>${status}</title>`) }
}

function googleError(code: number, message: string) {
  const errors = [{ message, domain: 'global' }]
  return json(code, { error: { code, message, errors } })
}

function emulatorError(code: number, text: string) {
  const message = JSON.stringify({ error: { errors: [{ domain: 'global', message: text }] } })
  return json(code, { error: { code, message } })
}
