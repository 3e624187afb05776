import { Chat } from '#db/entities/chat.ts'
import { PasswordReset } from '#db/entities/password-reset.ts'
import { Session } from '#db/entities/session.ts'
import { now } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { aliveSince } from '../chat/heartbeat.ts'
import type { Logger } from '../log.ts'
import type { GenerationRegistry } from '../replies/generation-registry.ts'
import { stopReply } from '../replies/stop-reply.ts'
import type { Services } from '../services.server.ts'
import { removeClosedAccount } from './remove-closed-accounts.ts'

/** Milliseconds for which the answer waits for everything to be removed; a job does the rest. */
const WAIT_MS = 8_000

type Context = {
  services: Pick<Services, 'orm' | 'signals' | 'jobs'>
  generations: GenerationRegistry
  log: Logger
  requestId: string
}

/**
 * Deletes a user with everything that is theirs. In one transaction nobody can be
 * that user any more, by password, session, token or link, and nothing is shared.
 * Then replies that are being written are stopped, and all rows are removed: those
 * of any usual account before this returns. What takes longer, and the files, is
 * the work of a job; should that be lost, of the clean-up, which finds the account
 * by its `closedAt`.
 */
export async function closeAccount(context: Context, userId: string): Promise<void> {
  const { services, log, requestId } = context
  const em = services.orm.em.fork()
  await shutOut(em, userId)
  try {
    await stopReplies(context, userId)
    await removeClosedAccount(em, userId, performance.now() + WAIT_MS)
  } catch (err) {
    log.warn({ err }, 'account left to its job')
  }
  services.jobs.enqueueOrLog('delete-account', `delete-account-${userId}`, { userId, requestId })
}

async function shutOut(em: EntityManager, userId: string) {
  await em.transactional(async (tx) => {
    await kysely(tx)
      .updateTable('User')
      .set({ email: null, passwordHash: null, instructions: null, closedAt: now() })
      .where('id', '=', userId)
      .execute()
    await tx.nativeDelete(Session, { userId })
    await tx.nativeDelete(PasswordReset, { userId })
    await tx.nativeUpdate(Chat, { userId, visibility: 'public' }, { visibility: 'private' })
  })
}

async function stopReplies(context: Context, userId: string) {
  const running = await kysely(context.services.orm.em.fork())
    .selectFrom('Message')
    .innerJoin('Chat', 'Chat.id', 'Message.chatId')
    .select('Chat.id')
    .where('Chat.userId', '=', userId)
    .where('Message.status', '=', 'streaming')
    .where('Message.heartbeatAt', '>', aliveSince())
    .execute()
  await Promise.allSettled(running.map(({ id }) => stopReply(context, { chatId: id, userId })))
}
