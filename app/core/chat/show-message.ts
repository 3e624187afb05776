import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { AppError } from '../app-error.ts'
import { whyNotFound } from '../ownership.ts'
import { HEARTBEAT_STALE_SECONDS } from './heartbeat.ts'

/** Seconds after which a client should try again while a reply is written. */
const BUSY_RETRY_AFTER = 2

/** What the database function `show_message` returns; all but `shown` have changed nothing. */
type Outcome = 'shown' | 'no-chat' | 'no-message' | 'busy'

const callShowMessage = prepared(
  (db, p: { chatId: string; userId: string; messageId: string; staleSeconds: number }) =>
    db.selectNoFrom(({ fn, val }) =>
      fn<Outcome>('show_message', [
        val(p.chatId),
        val(p.userId),
        val(p.messageId),
        val(p.staleSeconds),
      ]).as('outcome'),
    ),
)

/**
 * Shows a message of the user's chat that was replaced, with what led to it and
 * what followed it. What was shown in its place is kept and can be shown again
 * (docs/decisions/0039-branches.md).
 *
 * @throws {AppError} not-found: no such chat, or no such message in it;
 *   not-owner; conflict while a reply is being written in the chat
 */
export async function showMessage(
  em: EntityManager,
  input: { chatId: string; userId: string; messageId: string },
): Promise<void> {
  const [row] = await callShowMessage(em, { ...input, staleSeconds: HEARTBEAT_STALE_SECONDS })
  switch (row?.outcome) {
    case 'no-chat':
      throw await whyNotFound(em, 'chat', input.chatId)
    case 'no-message':
      throw new AppError('not-found', 'There is no message with this id in the chat.')
    case 'busy':
      throw new AppError(
        'conflict',
        'A reply is being written in this chat. Wait for it, or stop it, then try again.',
        { retryAfter: BUSY_RETRY_AFTER },
      )
  }
}
