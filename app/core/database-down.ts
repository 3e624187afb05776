import { isMarkedDatabaseError } from '#db/database-error.ts'

const SOCKET_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EAI_AGAIN',
  'ENOTFOUND',
])

/**
 * The SQLSTATEs of class 08 (connection, except 08P01, a protocol error of ours),
 * 57P (operator intervention), 53 (insufficient resources), and 57014, which says
 * that a statement was cancelled because it took too long; see
 * https://www.postgresql.org/docs/current/errcodes-appendix.html.
 */
const SQLSTATE = /^(08(?!P01)\w{3}|57P\w{2}|57014|53\w{3})$/

/** The SQLSTATE of a statement that took too long, among others. */
const QUERY_CANCELED = '57014'

/** What `pg` says when it has lost a connection, or waited too long for one. */
const PG_MESSAGE =
  /Connection terminated|timeout expired|Query read timeout|timeout exceeded when trying to connect|connection timeout|Client has encountered a connection error/i

const MAX_CAUSES = 5

/**
 * Tells whether an error means that Postgres cannot be reached, is restarting or
 * is overloaded, rather than that the statement was wrong. A socket error counts
 * only if it is of a connection to the database.
 */
export function isDatabaseDown(error: unknown): boolean {
  return hasCause(
    error,
    (cause) => saysDatabaseIsDown(cause) || (isSocketError(cause) && isMarkedDatabaseError(cause)),
  )
}

/** The same for an error that can only be of a connection to the database. */
export function isConnectionDown(error: unknown): boolean {
  return hasCause(error, (cause) => saysDatabaseIsDown(cause) || isSocketError(cause))
}

/** Tells whether Postgres has ended a statement, because it took longer than it may. */
export function isStatementCancelled(error: unknown): boolean {
  return hasCause(error, (cause) => 'code' in cause && cause.code === QUERY_CANCELED)
}

function hasCause(error: unknown, test: (cause: object) => boolean, depth = 0): boolean {
  if (typeof error !== 'object' || error === null || depth > MAX_CAUSES) return false
  return test(error) || ('cause' in error && hasCause(error.cause, test, depth + 1))
}

function isSocketError(error: object): boolean {
  return 'code' in error && typeof error.code === 'string' && SOCKET_ERRORS.has(error.code)
}

function saysDatabaseIsDown(error: object): boolean {
  return (
    ('code' in error && typeof error.code === 'string' && SQLSTATE.test(error.code)) ||
    ('message' in error && typeof error.message === 'string' && PG_MESSAGE.test(error.message))
  )
}
