import { today } from '#db/expressions.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'

/** Whom tokens are counted for: who owns the record now, else the user. */
export type Spender = {
  userId: string
  /** The chat whose turn or title it was: a guest may have signed in to an account meanwhile. */
  chatId?: string
  /** The same, of a request for suggestions. */
  suggestionRequestId?: string
}

type Parameters = {
  tokens: number
  userId: string
  chatId: string | null
  suggestionRequestId: string | null
}

const updateTokens = prepared((db, p: Parameters) =>
  db
    .updateTable('User')
    .set(({ eb }) => ({
      tokensToday: eb
        .case()
        .when('tokensDay', '=', today())
        .then(eb('tokensToday', '+', p.tokens))
        .else(p.tokens)
        .end(),
      tokensDay: today(),
    }))
    .where('id', '=', ({ fn, selectFrom, val }) =>
      fn.coalesce(
        selectFrom('Chat').select('Chat.userId').where('Chat.id', '=', p.chatId),
        selectFrom('SuggestionRequest')
          .select('SuggestionRequest.userId')
          .where('SuggestionRequest.id', '=', p.suggestionRequestId),
        val(p.userId),
      ),
    )
    .returning('id'),
)

/** Adds tokens to what a user has spent on this day. Does nothing for a user who is gone. */
export async function addTokens(
  em: EntityManager,
  tokens: number,
  { userId, chatId = '', suggestionRequestId = '' }: Spender,
): Promise<void> {
  const values = {
    tokens,
    userId,
    chatId: chatId || null,
    suggestionRequestId: suggestionRequestId || null,
  }
  const counted = await updateTokens(em, values)
  // The guest whose chat it was has just signed in: by now it is the account's.
  if (counted.length === 0) await updateTokens(em, values)
}
