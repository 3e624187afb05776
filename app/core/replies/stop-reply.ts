import { kysely } from '#db/kysely.ts'
import type { Services } from '../services.server.ts'
import { findRunningReply } from './find-running-reply.ts'
import type { GenerationRegistry } from './generation-registry.ts'
import { locateReply } from './open-reply.ts'

/** How long a stop waits for the reply's process to have stored the rest. */
const DEADLINE_MS = 5_000

/**
 * Stops the running reply of a chat, whichever process writes it, and waits
 * until what was written is stored.
 *
 * @returns whether a reply was running
 * @throws {AppError} not-found, not-owner
 */
export async function stopReply(
  {
    services,
    generations,
  }: { services: Pick<Services, 'orm' | 'signals'>; generations: GenerationRegistry },
  input: { chatId: string; userId: string },
): Promise<boolean> {
  const em = services.orm.em.fork()
  const running = await findRunningReply(em, input)
  if (!running) return false
  const { replyId } = running
  const source = locateReply(generations, { chatId: input.chatId, replyId })
  if (source.kind === 'local') {
    source.generation.stop('stopped')
    await source.generation.ended
    return true
  }
  // The process that writes the reply finds this flag when it stores the reply
  // next, within a second; the signal only makes it stop sooner.
  await kysely(em)
    .updateTable('Message')
    .set({ stopRequested: true })
    .where('id', '=', replyId)
    .execute()
  await services.signals.publish(em, `stop:${replyId}`)
  await services.signals.waitFor(
    `reply:${replyId}`,
    async () => ((await findRunningReply(em, input))?.replyId === replyId ? undefined : true),
    { deadlineMs: DEADLINE_MS, pollMs: 250 },
  )
  return true
}
