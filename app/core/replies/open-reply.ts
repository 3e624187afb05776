import type { Services } from '../services.server.ts'
import { findReplyToResume, type RunningReply } from './find-running-reply.ts'
import { followReply } from './follow-reply.ts'
import type { Generation } from './generation.ts'
import type { GenerationRegistry } from './generation-registry.ts'
import type { ReplyChunk } from './reply-chunk.ts'

/** Where a running reply is read from. */
export type ReplySource =
  /** This process writes it, so it is read from memory. */
  | { kind: 'local'; generation: Generation }
  /** Another process writes it, so it is followed. */
  | { kind: 'remote'; replyId: string }

/** The chunks of one reply from its start, in batches. */
export type OpenReply = { replyId: string; batches: AsyncGenerator<ReplyChunk[], void, void> }

/** A running reply, and the format in which it was asked for. */
export type ResumedReply = OpenReply & Pick<RunningReply, 'streamFormat'>

type OpenContext = {
  services: Pick<Services, 'orm' | 'signals' | 'relay' | 'log'>
  generations: GenerationRegistry
}

/** Tells where the running reply of a chat is read from. */
export function locateReply(
  generations: GenerationRegistry,
  { chatId, replyId }: { chatId: string; replyId: string },
): ReplySource {
  const generation = generations.findByChat(chatId)
  return generation?.replyId === replyId
    ? { kind: 'local', generation }
    : { kind: 'remote', replyId }
}

/**
 * Opens a reply for reading.
 *
 * @param signal of the reader; ends the reading, not the reply
 */
export function openReply(
  { services }: OpenContext,
  source: ReplySource,
  signal: AbortSignal,
): OpenReply {
  if (source.kind === 'local') {
    const { generation } = source
    return { replyId: generation.replyId, batches: generation.listen(signal) }
  }
  return { replyId: source.replyId, batches: followReply(services, source.replyId, signal) }
}

/**
 * Opens the running reply of a chat, whichever process writes it.
 *
 * @returns null when no reply is running, also for a chat that is not there
 * @throws {AppError} not-owner
 */
export async function resumeReply(
  context: OpenContext,
  input: { chatId: string; userId: string },
  signal: AbortSignal,
): Promise<ResumedReply | null> {
  const running = await findReplyToResume(context.services.orm.em.fork(), input)
  if (!running) return null
  const { replyId, streamFormat } = running
  const source = locateReply(context.generations, { chatId: input.chatId, replyId })
  return { ...openReply(context, source, signal), streamFormat }
}
