import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'

/** Milliseconds that one run of the clean-up takes for it. */
const RUN_MS = 20_000
const ACCOUNTS_AT_ONCE = 20

/**
 * How many rows of each table are deleted at once: a chat has all its messages, a
 * document all its versions, so that few of them may be hundreds of megabytes.
 */
const AT_ONCE = { Chat: 10, Document: 20, Upload: 500, Suggestion: 500 } as const

type OwnedTable = keyof typeof AT_ONCE

/**
 * Removes what a closed account had, in steps short enough for everybody else, and
 * last the account itself, with what the foreign keys remove. The objects of its
 * uploads are noted by a trigger, for `removeDeletedBlobs`.
 *
 * @param deadline in milliseconds of `performance.now()`; no step begins after it
 * @returns whether all is gone
 */
export async function removeClosedAccount(
  em: EntityManager,
  userId: string,
  deadline: number,
): Promise<boolean> {
  if (!(await isClosed(em, userId))) return true
  for (const table of Object.keys(AT_ONCE) as OwnedTable[]) {
    let isEmpty = false
    while (!isEmpty) {
      if (performance.now() > deadline) return false
      isEmpty = await deleteSome(em, table, userId)
    }
  }
  await kysely(em).deleteFrom('JobTurn').where('userId', '=', userId).execute()
  await kysely(em)
    .deleteFrom('User')
    .where('id', '=', userId)
    .where('closedAt', 'is not', null)
    .execute()
  return true
}

/** Nothing of an account is removed that its user has not closed. */
async function isClosed(em: EntityManager, userId: string): Promise<boolean> {
  const user = await kysely(em)
    .selectFrom('User')
    .select('closedAt')
    .where('id', '=', userId)
    .executeTakeFirst()
  return Boolean(user?.closedAt)
}

/** @returns whether the table has none of them any more */
async function deleteSome(em: EntityManager, table: OwnedTable, userId: string): Promise<boolean> {
  const { numDeletedRows } = await kysely(em)
    .deleteFrom(table)
    .where('userId', '=', userId)
    .where('id', 'in', (db) =>
      db.selectFrom(table).select('id').where('userId', '=', userId).limit(AT_ONCE[table]),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) === 0
}

/**
 * Removes the closed accounts that are left, should a job have been lost. Part of
 * the clean-up job; safe to run in several processes at once.
 *
 * @returns how many are gone
 */
export async function removeClosedAccounts(em: EntityManager): Promise<number> {
  const deadline = performance.now() + RUN_MS
  const closed = await kysely(em)
    .selectFrom('User')
    .select('id')
    .where('closedAt', 'is not', null)
    .orderBy('closedAt')
    .limit(ACCOUNTS_AT_ONCE)
    .execute()
  let removed = 0
  for (const { id } of closed) {
    if (await removeClosedAccount(em, id, deadline)) removed += 1
  }
  return removed
}
