import type { Orm } from '#db/orm.ts'
import { coalesce } from '../coalesce.ts'
import type { Logger } from '../log.ts'
import { addTokens, type Spender, type Spending } from './add-tokens.ts'

/** Milliseconds from one statement to the next; what is spent meanwhile is counted together. */
const COUNT_EVERY_MS = 250
const MAX_SPENDINGS_AT_ONCE = 1_000

export type TokenLedger = {
  /** Counts tokens that were spent, in the background: nobody waits for it. */
  spend(tokens: number, spender: Spender): void
  /** Resolves when everything that was spent is counted, or could not be. */
  settle(): Promise<void>
}

/**
 * Makes the ledger of a process: it counts the tokens that each user spends in
 * a day (`TOKENS_PER_DAY`), in the user's row, four times a second at most.
 * Where the database does not answer, they are not counted.
 */
export function createTokenLedger(orm: Orm, log: Logger): TokenLedger {
  const pending = new Set<Promise<undefined>>()
  const count = coalesce(addAll, { everyMs: COUNT_EVERY_MS, maxItems: MAX_SPENDINGS_AT_ONCE })

  async function addAll(spendings: Spending[]): Promise<undefined[]> {
    try {
      await addTokens(orm.em.fork(), spendings)
    } catch (err) {
      log.warn({ err, spendings }, 'tokens not counted')
    }
    return []
  }

  return {
    spend(tokens, { userId, chatId, suggestionRequestId }) {
      if (tokens <= 0) return
      const counting = count({ tokens, userId, chatId, suggestionRequestId })
      pending.add(counting)
      void counting.then(() => pending.delete(counting))
    },
    async settle() {
      await Promise.all(pending)
    },
  }
}
