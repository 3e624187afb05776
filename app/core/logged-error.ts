/** Characters of an error's message and of its stack that are logged. */
const MAX_MESSAGE = 1_000
const MAX_STACK = 4_000
/** Errors within errors, deep and side by side: causes, and the tries of a call. */
const MAX_DEPTH = 4
const MAX_SIBLINGS = 5

/** What errors of Node, Postgres and HTTP clients tell of the fault, and never of what people wrote. */
const FIELDS = ['code', 'statusCode', 'syscall', 'table', 'constraint', 'routine', 'isRetryable']

export type LoggedError = {
  type: string
  message: string
  stack?: string
  cause?: LoggedError
  errors?: LoggedError[]
  [field: string]: unknown
}

/**
 * Makes of an error what is logged of it. Libraries hang a whole request on
 * their errors, which here is a conversation with its images, so only known
 * fields are taken, each with a bound.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: cut(String(error)) }
  const own = error as Error & Record<string, unknown>
  const { cause, errors } = own
  const inner = Array.isArray(errors) ? errors.slice(0, MAX_SIBLINGS) : []
  return {
    type: error.name,
    message: cut(error.message),
    ...(error.stack && { stack: framesOf(error.stack) }),
    ...Object.fromEntries(
      FIELDS.filter((field) => isPlain(own[field])).map((field) => [field, own[field]]),
    ),
    ...(depth < MAX_DEPTH && {
      ...(cause !== undefined && { cause: loggedError(cause, depth + 1) }),
      ...(inner.length > 0 && { errors: inner.map((each) => loggedError(each, depth + 1)) }),
    }),
  }
}

/** Without the message, which a stack begins with. */
function framesOf(stack: string): string {
  const start = stack.search(/^\s+at /m)
  return start < 0 ? '' : stack.slice(start, start + MAX_STACK)
}

function cut(text: string): string {
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
