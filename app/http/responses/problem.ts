import { type AppErrorCode, isAppError } from '#core/app-error.ts'
import { isDatabaseDown } from '#core/database-down.ts'
import type { RequestContext } from '../context.ts'

const STATUS: Record<AppErrorCode, { status: number; title: string }> = {
  invalid: { status: 400, title: 'Bad Request' },
  unauthenticated: { status: 401, title: 'Unauthorized' },
  'not-owner': { status: 401, title: 'Unauthorized' },
  forbidden: { status: 403, title: 'Forbidden' },
  'not-found': { status: 404, title: 'Not Found' },
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
  headers?: Record<string, string>
}

/** Seconds after which a caller should try again when the database does not answer. */
const DATABASE_RETRY_AFTER = 5

/**
 * Makes an `application/problem+json` response (RFC 9457). `detail` says what
 * to do about it; never a stack, SQL, or a provider's message.
 */
export function problem(requestId: string, { headers, ...body }: Problem): Response {
  return Response.json(problemBody(requestId, body), {
    status: body.status,
    headers: {
      ...headers,
      'Content-Type': 'application/problem+json',
      'Cache-Control': 'no-store',
    },
  })
}

/** Makes the body of {@link problem}, for middleware that has no `Response` to return. */
export function problemBody(requestId: string, body: Omit<Problem, 'headers'>) {
  return { type: 'about:blank', ...body, requestId }
}

/**
 * Makes the response of a thrown error; the only place that does. An error that
 * is not an AppError is logged, and the caller learns its request id only.
 */
export function errorResponse(error: unknown, { requestId, log }: RequestContext): Response {
  if (error instanceof Response) return error
  if (isAppError(error)) {
    const { status, title } = STATUS[error.code]
    if (status >= 500) log.error({ err: error }, error.message)
    return problem(requestId, {
      status,
      title,
      detail: error.message,
      ...(error.errors && { errors: error.errors }),
      ...(error.retryAfter !== undefined && {
        headers: { 'Retry-After': String(error.retryAfter) },
      }),
    })
  }
  log.error({ err: error }, 'request failed')
  if (isDatabaseDown(error)) {
    return problem(requestId, {
      status: 503,
      title: 'Service Unavailable',
      detail: 'The database does not answer right now. Try again in a few seconds.',
      headers: { 'Retry-After': String(DATABASE_RETRY_AFTER) },
    })
  }
  return problem(requestId, unexpectedProblem(requestId))
}

/** What a caller is told of an error that nothing was prepared for. */
export function unexpectedProblem(requestId: string): Problem {
  return {
    status: 500,
    title: 'Internal Server Error',
    detail: `Something went wrong on our side. If it happens again, report the request id ${requestId}.`,
  }
}
