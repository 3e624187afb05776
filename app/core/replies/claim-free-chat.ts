import { AppError } from '../app-error.ts'
import type { Services } from '../services.server.ts'
import { BUSY_RETRY_AFTER, type Claim, claimTurn, type Turn } from './claim-turn.ts'
import type { GenerationRegistry } from './generation-registry.ts'
import { stopUnreadReply } from './stop-unread-reply.ts'

/**
 * Claims a chat for one turn, like `claimTurn`. Another reply that is being
 * written in the chat is stopped first when its last reader has left: to stop a
 * reply, most clients just close their request (docs/interface.md, "One reply
 * at a time").
 *
 * @throws {AppError} conflict while somebody reads the other reply; as `claimTurn`
 */
export async function claimFreeChat(
  context: { services: Pick<Services, 'orm' | 'signals'>; generations: GenerationRegistry },
  turn: Turn,
): Promise<Exclude<Claim, { kind: 'busy' }>> {
  const claim = await claimTurn(context.services.orm.em.fork(), turn)
  if (claim.kind !== 'busy') return claim
  const { chatId, userId } = turn
  if (!(await stopUnreadReply(context, { chatId, userId, replyId: claim.replyId }))) throw busy()
  const next = await claimTurn(context.services.orm.em.fork(), turn)
  if (next.kind === 'busy') throw busy()
  return next
}

function busy() {
  return new AppError(
    'conflict',
    'A reply is being written in this chat. Wait for it, or stop it, then send again.',
    { retryAfter: BUSY_RETRY_AFTER },
  )
}
