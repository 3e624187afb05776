import { jsonRows, today } from '#db/expressions.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'

/** Whom tokens are counted for: who owns the record now, else the user. */
export type Spender = {
  userId: string
  /** The chat whose turn or title it was: a guest may have signed in to an account meanwhile. */
  chatId?: string | undefined
  /** The same, of a request for suggestions. */
  suggestionRequestId?: string | undefined
}

/** Tokens, input and output together, that a spender has spent. */
export type Spending = Spender & { tokens: number }

/** Named like the columns they are compared with. */
type SpendingRow = {
  index: number
  tokens: number
  user_id: string
  chat_id: string | null
  request_id: string | null
}

const COLUMNS = {
  index: 'int',
  tokens: 'float8',
  user_id: 'uuid',
  chat_id: 'uuid',
  request_id: 'uuid',
} as const

/**
 * The users' rows are locked in the order of their ids, so that two of these
 * statements never wait for each other.
 */
const updateTokens = prepared((db, p: { spendings: SpendingRow[] }) =>
  db
    .with('owned', (cte) =>
      cte
        .selectFrom(jsonRows(p.spendings, 'spending', COLUMNS))
        .leftJoin('Chat', 'Chat.id', 'spending.chat_id')
        .leftJoin('SuggestionRequest', 'SuggestionRequest.id', 'spending.request_id')
        .select(({ fn }) => [
          'spending.index',
          'spending.tokens',
          fn.coalesce('Chat.userId', 'SuggestionRequest.userId', 'spending.user_id').as('owner'),
        ]),
    )
    .with('locked', (cte) =>
      cte
        .selectFrom('User')
        .select('User.id')
        .where('User.id', 'in', ({ selectFrom }) => selectFrom('owned').select('owned.owner'))
        .orderBy('User.id')
        .forNoKeyUpdate(),
    )
    .with('spent', (cte) =>
      cte
        .selectFrom('owned')
        .innerJoin('locked', 'locked.id', 'owned.owner')
        .select(({ fn }) => ['owned.owner', fn.sum<number>('owned.tokens').as('sum')])
        .groupBy('owned.owner'),
    )
    .with('counted', (cte) =>
      cte
        .updateTable('User')
        .from('spent')
        .set(({ eb }) => ({
          tokensToday: eb
            .case()
            .when('User.tokensDay', '=', today())
            .then(eb('User.tokensToday', '+', eb.ref('spent.sum')))
            .else(eb.ref('spent.sum'))
            .end(),
          tokensDay: today(),
        }))
        .whereRef('User.id', '=', 'spent.owner')
        .returning('User.id'),
    )
    .selectFrom('owned')
    .select('owned.index')
    .where('owned.owner', 'not in', ({ selectFrom }) => selectFrom('counted').select('counted.id')),
)

/**
 * Adds tokens to what users have spent on this day, in one statement for all.
 * Does nothing for a user who is gone.
 */
export async function addTokens(em: EntityManager, spendings: Spending[]): Promise<void> {
  const rows = spendings.map(({ tokens, userId, chatId, suggestionRequestId }, index) => ({
    index,
    tokens,
    user_id: userId,
    chat_id: chatId ?? null,
    request_id: suggestionRequestId ?? null,
  }))
  const missed = await updateTokens(em, { spendings: rows })
  if (missed.length === 0) return
  // The guest whose chat it was has just signed in: by now it is the account's.
  const missedIndexes = new Set(missed.map(({ index }) => index))
  await updateTokens(em, { spendings: rows.filter(({ index }) => missedIndexes.has(index)) })
}
