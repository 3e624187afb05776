/** Characters of an error's message and of its stack that are logged. */
const MAX_MESSAGE = 1_000
const MAX_STACK = 4_000
/** Errors within an error that are logged: levels of causes, and errors of an AggregateError. */
const MAX_DEPTH = 4
const MAX_AGGREGATED = 5

/**
 * The random part of an image's name (app/core/storage/blob-key.ts), which stands
 * in errors of the store. Whoever knows it may see the image, so only its first
 * characters are logged.
 */
const IMAGE_SECRET = /(uploads(?:\/|%2F))?([0-9a-f]{6})[0-9a-f]{42,}/gi

/** Fields of errors of Node, Postgres and HTTP clients that never hold what a user wrote. */
const FIELDS = ['code', 'statusCode', 'syscall', 'table', 'constraint', 'routine', 'isRetryable']

type LoggedError = {
  type: string
  message: string
  stack?: string
  cause?: LoggedError
  errors?: LoggedError[]
  [field: string]: unknown
}

/**
 * Makes the form of an error that is logged. Libraries attach the whole request
 * to their errors, which here is a conversation with its images, so only known
 * fields are kept, and long texts are cut.
 */
export function loggedError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: cut(String(error)) }
  const own = error as Error & Record<string, unknown>
  const { cause, errors } = own
  const inner = Array.isArray(errors) ? errors.slice(0, MAX_AGGREGATED) : []
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

/** Leaves out the message, which a stack starts with. */
function framesOf(stack: string): string {
  const start = stack.search(/^\s+at /m)
  return start < 0 ? '' : withoutSecrets(stack.slice(start)).slice(0, MAX_STACK)
}

function withoutSecrets(text: string): string {
  return text.replace(IMAGE_SECRET, '$1$2…')
}

function cut(message: string): string {
  const text = withoutSecrets(message)
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text
}

function isPlain(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}
