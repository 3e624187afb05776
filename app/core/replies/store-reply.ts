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

type GrowingReply = { generation: Generation; hasChanged: boolean }

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
async function endReplacement(em: EntityManager, generation: Generation) {
  await settleReplaced(em, generation.chatId)
  generation.hasReplaced = false
}

const RETRY_FIRST_MS = 100
const RETRY_MAX_MS = 2_000
/** How long a final reply waits for a database that cannot be reached. */
const GIVE_UP_MS = 60_000

const updateFinalReply = prepared(
  (db, p: FinalReply & Pick<Generation, 'replyId' | 'generationId'> & { parts: MessagePart[] }) =>
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
  generation: Generation,
  final: FinalReply,
): Promise<boolean> {
  const end = Date.now() + GIVE_UP_MS
  for (let wait = RETRY_FIRST_MS; ; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
    try {
      return await writeFinalReply(orm.em.fork(), generation, final)
    } catch (error) {
      if (!isDatabaseDown(error) || Date.now() + wait > end) throw error
      await sleep(wait)
    }
  }
}

async function writeFinalReply(
  em: EntityManager,
  generation: Generation,
  { status, errorKind, usage }: FinalReply,
): Promise<boolean> {
  const { replyId, generationId } = generation
  const parts = storableParts(generation)
  const final = { replyId, generationId, parts, status, errorKind, usage }
  const stored = await updateFinalReply(em, final)
  if (generation.hasReplaced) await endReplacement(em, generation)
  return stored.length > 0
}

/**
 * The parts without what Postgres refuses in jsonb: a model may write the
 * character U+0000, and a delta may end in the middle of a surrogate pair.
 */
function storableParts({ parts }: Generation): MessagePart[] {
  return toStorableValue(parts.snapshot())
}
