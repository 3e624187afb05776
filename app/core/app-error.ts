/**
 * What went wrong, in terms of the domain. app/http/responses/problem.ts maps
 * each code to the HTTP status that is noted here.
 */
export type AppErrorCode =
  | 'invalid' // 400: the input breaks a rule
  | 'unauthenticated' // 401: no valid session
  | 'not-owner' // 401: the record belongs to another user; docs/interface.md, "Order of checks"
  | 'forbidden' // 403
  | 'not-found' // 404
  | 'timed-out' // 408: the caller has stopped sending
  | 'conflict' // 409
  | 'too-large' // 413
  | 'rate-limited' // 429
  | 'unavailable' // 503: something that we need does not answer; try again
  | 'upload-failed' // 500: the image could not be checked or stored; docs/interface.md, "Uploads"

type FieldError = { path: string; message: string }

type AppErrorOptions = {
  cause?: unknown
  errors?: FieldError[]
  /** Seconds after which a retry may work; sent as `Retry-After`. */
  retryAfter?: number
}

const BRAND = Symbol.for('parley.app-error')

/**
 * A failure that the caller can do something about. `detail` is shown to the
 * caller and says what to do; `cause` is for the log only.
 */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: AppErrorCode
  readonly errors: FieldError[] | undefined
  readonly retryAfter: number | undefined
  readonly [BRAND] = true

  constructor(code: AppErrorCode, detail: string, options: AppErrorOptions = {}) {
    super(detail, { cause: options.cause })
    this.code = code
    this.errors = options.errors
    this.retryAfter = options.retryAfter
  }
}

/**
 * Tells whether an error is an AppError, also one made by another copy of this
 * module: the development server loads a second one.
 */
export function isAppError(error: unknown): error is AppError {
  return typeof error === 'object' && error !== null && BRAND in error
}
