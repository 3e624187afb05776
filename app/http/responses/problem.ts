import { type AppError, type AppErrorCode, isAppError } from '#core/app-error.ts'
import { isDatabaseDown } from '#core/database-down.ts'
import type { DocumentVersion } from '#core/documents/document-schema.ts'
import { storageFull } from '#core/storage-full.ts'
import { isUserGone } from '#core/users/user-gone.ts'
import type { RequestContext } from '../context.ts'

const STATUS: Record<AppErrorCode, { status: number; title: string }> = {
  invalid: { status: 400, title: 'Bad Request' },
  unauthenticated: { status: 401, title: 'Unauthorized' },
  'not-owner': { status: 401, title: 'Unauthorized' },
  forbidden: { status: 403, title: 'Forbidden' },
  'not-found': { status: 404, title: 'Not Found' },
  'timed-out': { status: 408, title: 'Request Timeout' },
  conflict: { status: 409, title: 'Conflict' },
  'too-large': { status: 413, title: 'Content Too Large' },
  'rate-limited': { status: 429, title: 'Too Many Requests' },
  'upload-failed': { status: 500, title: 'Internal Server Error' },
  unavailable: { status: 503, title: 'Service Unavailable' },
}

/** What a problem response says; its request id is added. */
export type Problem = {
  status: number
  title: string
  detail: string
  errors?: { path: string; message: string }[]
  /** What an edit conflicts with. */
  current?: DocumentVersion
  headers?: Record<string, string>
}

type ErrorContext = Pick<RequestContext, 'requestId' | 'log'>

/** Seconds after which a caller should try again, where the error does not say. */
export const RETRY_AFTER_SECONDS = 5

/**
 * Makes an `application/problem+json` response (RFC 9457). `detail` says what
 * to do about it; never a stack, SQL, or a provider's message.
 */
export function problem(requestId: string, body: Problem): Response {
  const { status, headers } = body
  return new Response(problemBody(requestId, body), {
    status,
    headers: { ...headers, ...PROBLEM_HEADERS },
  })
}

export const PROBLEM_HEADERS = {
  'Content-Type': 'application/problem+json',
  'Cache-Control': 'no-store',
}

/** Makes the body of {@link problem}, for middleware that has no `Response` to return. */
export function problemBody(requestId: string, { headers: _, ...body }: Problem): string {
  // Clients of this interface look for the text in `error`.
  return JSON.stringify({ type: 'about:blank', ...body, error: body.detail, requestId })
}

/** The rest of the request will not be read (RFC 9110 §15.5.9). */
const CLOSE = { headers: { Connection: 'close' } }

/** Too much at once is no fault, and must not fill the log with stacks. */
function isRefusal({ code, retryAfter, cause }: AppError): boolean {
  return code === 'unavailable' && retryAfter !== undefined && cause === undefined
}

/** Makes the response of a thrown error. */
export function errorResponse(error: unknown, context: ErrorContext): Response {
  if (error instanceof Response) return error
  return problem(context.requestId, problemOf(error, context))
}

/**
 * Tells what a caller learns of an error; the only place that does. An error
 * that is not an AppError is logged, and the caller learns its request id only.
 */
export function problemOf(thrown: unknown, { requestId, log }: ErrorContext): Problem {
  const error = storageFull(thrown) ?? thrown
  if (isAppError(error)) {
    const { status, title } = STATUS[error.code]
    if (isRefusal(error)) log.warn(error.message)
    else if (status >= 500) log.error({ err: error }, error.message)
    return {
      status,
      title,
      detail: error.message,
      ...(error.errors && { errors: error.errors }),
      ...(error.code === 'timed-out' ? CLOSE : retryHeaders(status, error.retryAfter)),
    }
  }
  if (isUserGone(error)) {
    return { ...STATUS.unauthenticated, detail: 'Your session has ended. Sign in again.' }
  }
  log.error({ err: error }, 'request failed')
  if (isDatabaseDown(error)) {
    return {
      ...STATUS.unavailable,
      detail: 'The database does not answer right now. Try again in a few seconds.',
      ...retryHeaders(503),
    }
  }
  return {
    status: 500,
    title: 'Internal Server Error',
    detail: `Something went wrong on our side. If it happens again, report the request id ${requestId}.`,
  }
}

/** Every answer that says "not now" says when (docs/interface.md, "Errors"). */
function retryHeaders(status: number, retryAfter?: number): Pick<Problem, 'headers'> {
  const isPassing = status === 429 || status === 503
  const seconds = retryAfter ?? (isPassing ? RETRY_AFTER_SECONDS : undefined)
  return seconds === undefined ? {} : { headers: { 'Retry-After': String(seconds) } }
}
