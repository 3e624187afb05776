import type { Services } from '../services.server.ts'
import { findRunningReply } from './find-running-reply.ts'
import type { Generation } from './generation.ts'
import type { GenerationRegistry } from './generation-registry.ts'
import { locateReply } from './open-reply.ts'

/** How long a reader may take to leave: its disconnect may arrive after the user's next message. */
const LEAVE_MS = 1_000
/** How long the process that writes the reply may take to answer, and to store what was written. */
const ANSWER_MS = 500

/**
 * Stops a running reply that nobody reads any more, whichever process writes
 * it, and waits until what was written is stored. Waits for about a second for
 * its readers to leave.
 *
 * @returns whether the reply has ended
 */
export async function stopUnreadReply(
  {
    services,
    generations,
  }: { services: Pick<Services, 'orm' | 'signals'>; generations: GenerationRegistry },
  input: { chatId: string; userId: string; replyId: string },
): Promise<boolean> {
  const { replyId } = input
  const source = locateReply(generations, input)
  if (source.kind === 'local') return stopIfUnread(source.generation)
  const em = services.orm.em.fork()
  await services.signals.publish(em, `stop-if-unread:${replyId}`)
  const hasEnded = await services.signals.waitFor(
    `reply:${replyId}`,
    async () => ((await findRunningReply(em, input))?.replyId === replyId ? undefined : true),
    { deadlineMs: LEAVE_MS + ANSWER_MS, pollMs: 250 },
  )
  return hasEnded ?? false
}

/**
 * Stops a reply that this process writes if nobody reads it, or its readers
 * leave within a second; waits until what was written is stored.
 *
 * @returns whether the reply has ended
 */
export async function stopIfUnread(generation: Generation): Promise<boolean> {
  const hasEnded = generation.ended.then(() => true)
  if (!(await Promise.race([hasEnded, generation.untilUnread(LEAVE_MS)]))) return false
  generation.stop('stopped')
  return hasEnded
}
