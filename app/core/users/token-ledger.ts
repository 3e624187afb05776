import type { Orm } from '#db/orm.ts'
import type { Logger } from '../log.ts'
import { addTokens, type Spender } from './add-tokens.ts'

export type TokenLedger = {
  /** Counts tokens that were spent, in the background: nobody waits for it. */
  spend(tokens: number, spender: Spender): void
  /** Resolves when everything that was spent is counted, or could not be. */
  settle(): Promise<void>
}

/**
 * Makes the ledger of a process: it counts the tokens that each user spends in
 * a day (`TOKENS_PER_DAY`), in the user's row, by one statement for each call
 * of a model. Where the database does not answer, they are not counted.
 */
export function createTokenLedger(orm: Orm, log: Logger): TokenLedger {
  const pending = new Set<Promise<void>>()

  async function add(tokens: number, spender: Spender) {
    try {
      await addTokens(orm.em.fork(), tokens, spender)
    } catch (err) {
      const { userId, chatId } = spender
      log.warn({ err, userId, chatId, tokens }, 'tokens not counted')
    }
  }

  return {
    spend(tokens, spender) {
      if (tokens <= 0) return
      const adding = add(tokens, spender)
      pending.add(adding)
      void adding.then(() => pending.delete(adding))
    },
    async settle() {
      await Promise.all(pending)
    },
  }
}
