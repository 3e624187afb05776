/** A property with a name and not a symbol, which MikroORM copies to the errors that it makes of these. */
const MARK = 'isDatabaseError'

/**
 * Marks an error of a connection to the database. A socket error says which
 * address failed but not whose it is; the file store, Google and Redis have the same.
 */
export function markDatabaseError(error: object): void {
  Object.assign(error, { [MARK]: true })
}

/** Tells whether {@link markDatabaseError} has marked an error. */
export function isMarkedDatabaseError(error: object): boolean {
  return MARK in error
}
