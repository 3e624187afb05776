import type { Services } from '../services.server.ts'
import { findRunningReply } from './find-running-reply.ts'
import { followReply } from './follow-reply.ts'
import type { GenerationRegistry } from './generation-registry.ts'
import type { ReplyChunk } from './reply-chunk.ts'
import type { StartedTurn } from './start-turn.ts'

/** The chunks of one reply from its start, in batches. */
export type OpenReply = { messageId: string; batches: AsyncGenerator<ReplyChunk[], void, void> }

type OpenContext = {
  services: Pick<Services, 'orm' | 'signals'>
  generations: GenerationRegistry
}

/**
 * Opens the reply of a turn for reading: from memory when this process writes
 * it, else from its row.
 *
 * @param signal of the reader; ends the reading, not the reply
 */
export function openReply(
  { services }: OpenContext,
  turn: StartedTurn,
  signal: AbortSignal,
): OpenReply {
  if (turn.kind === 'local') {
    const { generation } = turn
    return { messageId: generation.messageId, batches: generation.listen(signal) }
  }
  return { messageId: turn.messageId, batches: followReply(services, turn.messageId, signal) }
}

/**
 * Opens the running reply of a chat, whichever process writes it.
 *
 * @returns null when no reply is running
 * @throws {AppError} not-found, not-owner
 */
export async function resumeReply(
  context: OpenContext,
  input: { chatId: string; userId: string },
  signal: AbortSignal,
): Promise<OpenReply | null> {
  const messageId = await findRunningReply(context.services.orm.em.fork(), input)
  if (!messageId) return null
  const generation = context.generations.findByChat(input.chatId)
  const turn: StartedTurn =
    generation?.messageId === messageId
      ? { kind: 'local', generation }
      : { kind: 'remote', messageId }
  return openReply(context, turn, signal)
}
