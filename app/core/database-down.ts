const CONNECTION_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EAI_AGAIN',
  'ENOTFOUND',
])

/**
 * Tells whether an error means that Postgres cannot be reached or is restarting,
 * rather than that the statement was wrong: a socket error, or an SQLSTATE of
 * class 08 (connection, except 08P01, a protocol error of ours), 57P (operator
 * intervention) or 53 (insufficient resources); see
 * https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
export function isDatabaseDown(error: unknown, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > 5) return false
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown }
  if (
    typeof code === 'string' &&
    (CONNECTION_ERRORS.has(code) || /^(08(?!P01)|57P|53)/.test(code))
  ) {
    return true
  }
  if (
    typeof message === 'string' &&
    /Connection terminated|timeout expired|Query read timeout|timeout exceeded when trying to connect|connection timeout|Client has encountered a connection error/i.test(
      message,
    )
  ) {
    return true
  }
  return isDatabaseDown(cause, depth + 1)
}
