import { setTimeout as sleep } from 'node:timers/promises'
import type { MessagePart } from '#db/entities/message.ts'
import { jsonRows, now } from '#db/expressions.ts'
import type { EntityManager, Orm } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { isDatabaseDown } from '../database-down.ts'
import { toStorableValue } from '../storable-text.ts'
import type { Generation } from './generation.ts'
import type { FinalReply } from './reply-chunk.ts'
import { settleReplaced } from './settle-replaced.ts'

/** Of a generation, what is stored, and where. */
type StoredReply = Pick<Generation, 'chatId' | 'replyId' | 'generationId' | 'hasReplaced' | 'parts'>

type GrowingReply = { generation: StoredReply; hasChanged: boolean }

/** Named like the columns; `parts` is null when they have not changed since they were stored. */
type GrowingRow = { id: string; generation_id: string; parts: MessagePart[] | null }

const updateGrowingReplies = prepared((db, p: { replies: GrowingRow[] }) =>
  db
    .updateTable('Message')
    .from(jsonRows(p.replies, 'reply', { id: 'uuid', generation_id: 'uuid', parts: 'jsonb' }))
    .set(({ fn, ref }) => ({
      parts: fn.coalesce(ref('reply.parts'), ref('Message.parts')),
      heartbeatAt: now(),
    }))
    .whereRef('Message.id', '=', 'reply.id')
    .whereRef('Message.generationId', '=', 'reply.generation_id')
    .where('Message.status', '=', 'streaming')
    .returning(['Message.id', 'Message.stopRequested']),
)

/**
 * Stores the growing replies of this process and renews their heartbeats, in
 * one statement. The parts of a reply without changes are not sent again.
 *
 * @returns by message id, whether a stop was requested; without an entry for a
 *   reply that has lost its row: it is gone, or was taken for one without a process
 */
export async function storeGrowingReplies(
  em: EntityManager,
  batch: GrowingReply[],
): Promise<Map<string, { stopRequested: boolean }>> {
  const replies = batch.map(({ generation, hasChanged }) => ({
    id: generation.replyId,
    generation_id: generation.generationId,
    parts: hasChanged ? storableParts(generation) : null,
  }))
  const updated = await updateGrowingReplies(em, { replies })
  const stored = new Map(updated.map((row) => [row.id, row]))
  for (const [index, { generation }] of batch.entries()) {
    if (generation.hasReplaced && replies[index]?.parts?.length && stored.has(generation.replyId)) {
      // Not awaited, because a chat that is locked must not hold up the heartbeats
      // of the others. What fails is done when the reply is stored next.
      endReplacement(em, generation).catch(() => {})
    }
  }
  return stored
}

/** What the reply has replaced goes with its first stored part, or is back without one. */
async function endReplacement(em: EntityManager, generation: StoredReply) {
  // While this waits for a chat that is locked, no other is to wait beside it.
  generation.hasReplaced = false
  try {
    await settleReplaced(em, generation.chatId)
  } catch (error) {
    generation.hasReplaced = true
    throw error
  }
}

const RETRY_FIRST_MS = 100
const RETRY_MAX_MS = 2_000
/** How long a final reply waits for a database that cannot be reached. */
const GIVE_UP_MS = 60_000

const updateFinalReply = prepared(
  (db, p: FinalReply & Pick<StoredReply, 'replyId' | 'generationId'> & { parts: MessagePart[] }) =>
    db
      .updateTable('Message')
      .set({
        parts: p.parts,
        status: p.status,
        errorKind: p.errorKind,
        usage: p.usage,
        heartbeatAt: now(),
      })
      .where('id', '=', p.replyId)
      .where('generationId', '=', p.generationId)
      .returning('id'),
)

/**
 * Stores a reply that has ended. While the database cannot be reached it tries
 * again, for at most a minute.
 *
 * @returns whether the reply still had its row
 * @throws when the reply could not be stored
 */
export async function storeFinalReply(
  orm: Orm,
  generation: StoredReply,
  { status, errorKind, usage }: FinalReply,
): Promise<boolean> {
  const { replyId, generationId } = generation
  const giveUpAt = Date.now() + GIVE_UP_MS
  const stored = await whileAway(giveUpAt, () => {
    const parts = storableParts(generation)
    const final = { replyId, generationId, parts, status, errorKind, usage }
    return updateFinalReply(orm.em.fork(), final)
  })
  if (generation.hasReplaced) {
    // The reply is stored whether or not this succeeds; the clean-up makes up for it.
    await whileAway(giveUpAt, () => endReplacement(orm.em.fork(), generation)).catch(() => {})
  }
  return stored.length > 0
}

/** Does something, again while the database cannot be reached. */
async function whileAway<T>(giveUpAt: number, work: () => Promise<T>): Promise<T> {
  for (let wait = RETRY_FIRST_MS; ; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
    try {
      return await work()
    } catch (error) {
      if (!isDatabaseDown(error) || Date.now() + wait > giveUpAt) throw error
      await sleep(wait)
    }
  }
}

/**
 * The parts without what Postgres refuses in jsonb: a model may write the
 * character U+0000, and a delta may end in the middle of a surrogate pair.
 */
function storableParts({ parts }: StoredReply): MessagePart[] {
  return toStorableValue(parts.snapshot())
}
