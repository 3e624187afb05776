import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { AppError } from '../app-error.ts'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import { isStatementCancelled } from '../database-down.ts'

/** How long a search may run, in milliseconds: four times what one for the commonest word of 100,000 messages takes. */
const SEARCH_MS = 2_000

/** Seconds after which a search that took too long may be tried again: the database may have been busy. */
const RETRY_AFTER_SECONDS = 5

/**
 * A search may read all that its user has, and nothing counts how many a user
 * makes. Two at a time leave the other connections to the database to everybody
 * else, and one user's many searches hold up those of another by one only.
 */
const withinLimit = createConcurrencyLimit({
  running: 2,
  waiting: 1_000,
  refusal: 'Too many searches are running at once. Try again later.',
})

/** Until the end of the transaction. */
const limitStatements = prepared((db, p: { time: string }) =>
  db.selectNoFrom(({ fn, val }) =>
    fn<string>('set_config', [val('statement_timeout'), val(p.time), val(true)]).as('time'),
  ),
)

/**
 * Runs a search when it is the turn of its user.
 *
 * @throws {AppError} unavailable when too many searches wait, or it takes longer than it may
 */
export async function runSearch<T>(
  em: EntityManager,
  userId: string,
  search: (tx: EntityManager) => Promise<T>,
): Promise<T> {
  return withinLimit(userId, async () => {
    try {
      return await em.transactional(async (tx) => {
        await limitStatements(tx, { time: `${SEARCH_MS}ms` })
        return search(tx)
      })
    } catch (error) {
      if (!isStatementCancelled(error)) throw error
      throw new AppError(
        'unavailable',
        'The search took too long. Search for a rarer word, or for more words.',
        { retryAfter: RETRY_AFTER_SECONDS },
      )
    }
  })
}
