import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from './app-error.ts'

/**
 * Queries are scoped by the owner, so they find neither an unknown record nor
 * one of another user. These functions tell which of the two it was, because the
 * interface answers 404 to the first and 401 to the second (docs/interface.md,
 * "Order of checks").
 */

const TABLES = { chat: 'Chat', document: 'Document', suggestion: 'Suggestion' } as const

type OwnedRecord = keyof typeof TABLES

/**
 * Asserts that a record was found and belongs to the user.
 *
 * @throws {AppError} not-found; not-owner
 */
export function assertOwned<Row extends { userId: string }>(
  record: OwnedRecord,
  row: Row | undefined,
  userId: string | null,
): asserts row is Row {
  if (!row) throw notFound(record)
  if (row.userId !== userId) throw notOwner(record)
}

/** The error for an id that no record has. */
function notFound(record: OwnedRecord): AppError {
  return new AppError('not-found', `There is no ${record} with this id.`)
}

/** The error for a record of another user. */
export function notOwner(record: OwnedRecord): AppError {
  return new AppError('not-owner', `This ${record} belongs to another account.`)
}

/**
 * Finds out why a query that is scoped by the owner found nothing:
 * `throw await whyNotFound(em, 'chat', id)`.
 *
 * @returns not-owner when the record is there, so that it must be another
 *   user's; else not-found
 */
export async function whyNotFound(
  em: EntityManager,
  record: OwnedRecord,
  id: string,
): Promise<AppError> {
  const found = await kysely(em)
    .selectFrom(TABLES[record])
    .select('id')
    .where('id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return found ? notOwner(record) : notFound(record)
}
