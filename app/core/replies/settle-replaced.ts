import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'

const callSettleReplaced = prepared((db, p: { chatId: string }) =>
  db.selectNoFrom(({ fn, val }) => fn<null>('settle_replaced', [val(p.chatId)]).as('settled')),
)

/**
 * Decides what becomes of the messages that a reply of the chat has replaced:
 * they are deleted once the reply has a stored part, and come back, in place of
 * the reply, once it has ended without one. Until then they wait, and this does
 * nothing. Safe to run at any time
 * (docs/decisions/0015-replaced-messages.md).
 */
export async function settleReplaced(em: EntityManager, chatId: string): Promise<void> {
  await callSettleReplaced(em, { chatId })
}
