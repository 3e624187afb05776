/** The foreign keys of all tables that hold what belongs to a user end so. */
const CONSTRAINT = /_user_id_foreign$/

/**
 * Tells whether a write failed because its user is gone: a guest who has signed
 * in to an account meanwhile, or signed out. SQLSTATE 23503, a foreign key.
 */
export function isUserGone(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23503') return false
  return 'constraint' in error && CONSTRAINT.test(String(error.constraint))
}
