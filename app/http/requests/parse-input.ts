import type { z } from 'zod'
import { AppError, type AppErrorCode } from '#core/app-error.ts'

/** What is parsed, as the error text calls it. */
type Input = 'field' | 'query parameter' | 'path parameter'
type InputErrorCode = Extract<AppErrorCode, 'invalid' | 'not-found'>

/** Faults that one answer lists at most. */
const MAX_LISTED = 20
/** Faults that the text of the error names; the others are only in its list. */
const MAX_NAMED = 3

/**
 * Parses what a caller sent with a schema.
 *
 * @param code of the error, where the input does not fit the schema
 * @throws {AppError} with one entry in `errors` for each fault
 */
export function parseInput<S extends z.ZodType>(
  schema: S,
  input: unknown,
  what: Input = 'field',
  code: InputErrorCode = 'invalid',
): z.infer<S> {
  const result = schema.safeParse(input)
  if (result.success) return result.data
  const errors = result.error.issues
    .slice(0, MAX_LISTED)
    .map(({ path, message }) => ({ path: path.join('.'), message }))
  const named = errors
    .slice(0, MAX_NAMED)
    .map(({ path, message }) => (path ? `${path}: ${message}` : message))
  throw new AppError(code, `Missing or invalid ${what}: ${named.join('; ')}`, { errors })
}
