import type { EntityManager } from '#db/orm.ts'
import { executePrepared } from '#db/prepared.ts'
import type { Turn } from './claim-turn.ts'

/**
 * Claims the usual turn in one statement: one more message in a chat of the
 * user that is known and in which nothing is being written.
 *
 * @param staleSeconds age of a heartbeat past which a reply does not count as running
 * @returns false, with nothing written, when the turn is any other
 */
export async function claimNextTurn(
  em: EntityManager,
  turn: Turn,
  staleSeconds: number,
): Promise<boolean> {
  const last = turn.conversation.at(-1)
  if (!last) return false
  const [row] = await executePrepared<{ claimed: boolean }>(
    em,
    'select claim_next_turn($1, $2, $3, $4, $5, $6, $7, $8, make_interval(secs => $9)) as claimed',
    [
      turn.chatId,
      turn.userId,
      last.id,
      JSON.stringify(last.parts),
      turn.messageId,
      turn.model,
      turn.generationId,
      turn.maxRunning,
      staleSeconds,
    ],
  )
  return row?.claimed ?? false
}
