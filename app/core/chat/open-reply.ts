import type { Services } from '../services.server.ts'
import { findRunningReply } from './find-running-reply.ts'
import { followReply } from './follow-reply.ts'
import type { Generations } from './generations.ts'
import type { ReplyChunk } from './reply-chunk.ts'
import type { StartedTurn } from './start-turn.ts'

/** The chunks of one reply, in batches, from its start. */
export type OpenReply = { messageId: string; batches: AsyncGenerator<ReplyChunk[], void, void> }

type Replies = { services: Pick<Services, 'orm' | 'signals'>; generations: Generations }

/** Opens a reply that was just started or joined. */
export function openTurn({ services }: Replies, turn: StartedTurn, signal: AbortSignal): OpenReply {
  if (turn.kind === 'local') {
    const { generation } = turn
    return { messageId: generation.messageId, batches: generation.listen(signal) }
  }
  return { messageId: turn.messageId, batches: followReply(services, turn.messageId, signal) }
}

/**
 * Opens the running reply of a chat from its start, on whichever process.
 *
 * @returns null when no reply is running
 * @throws {AppError} not-found, not-owner
 */
export async function resumeReply(
  replies: Replies,
  input: { chatId: string; userId: string },
  signal: AbortSignal,
): Promise<OpenReply | null> {
  const messageId = await findRunningReply(replies.services.orm.em.fork(), input)
  if (!messageId) return null
  const local = replies.generations.ofChat(input.chatId)
  return openTurn(
    replies,
    local?.messageId === messageId
      ? { kind: 'local', generation: local }
      : { kind: 'elsewhere', messageId },
    signal,
  )
}
