import { setTimeout as sleep } from 'node:timers/promises'
import type { EntityManager, Orm } from '#db/orm.ts'
import { executePrepared } from '#db/prepared.ts'
import { isDatabaseDown } from '../database-down.ts'
import { toStorableValue } from '../storable-text.ts'
import type { FinalReply, Generation } from './generation.ts'

type Progress = { generation: Generation; changed: boolean }

/**
 * Stores the growing replies of this process and renews their heartbeats, in
 * one statement. A reply without changes sends no text again.
 *
 * @returns by message id, the rows that are still ours
 */
export async function saveProgress(
  em: EntityManager,
  batch: Progress[],
): Promise<Map<string, { stopRequested: boolean }>> {
  const rows = batch.map(({ generation, changed }) => [
    generation.messageId,
    generation.generationId,
    changed ? storableParts(generation) : null,
  ])
  const updated = await em.execute<{ id: string; stop_requested: boolean }[]>(
    `update message m
        set parts = coalesce(d.parts, m.parts), heartbeat_at = now(), status = 'streaming'
       from (values ${rows.map(() => '(?::uuid, ?::uuid, ?::jsonb)').join(', ')})
            as d (id, generation_id, parts)
      where m.id = d.id and m.generation_id = d.generation_id
        and m.status in ('streaming', 'interrupted')
  returning m.id, m.stop_requested`,
    rows.flat(),
  )
  return new Map(updated.map((row) => [row.id, { stopRequested: row.stop_requested }]))
}

const RETRY_FIRST_MS = 100
const RETRY_MAX_MS = 2_000
/** How long a finished reply waits for a database that is away. */
const GIVE_UP_MS = 60_000

/**
 * Stores a reply for good. While the database is away it tries again, for at
 * most a minute.
 *
 * @throws when the reply could not be stored
 */
export async function storeReply(orm: Orm, generation: Generation, final: FinalReply) {
  const end = Date.now() + GIVE_UP_MS
  for (let wait = RETRY_FIRST_MS; ; wait = Math.min(wait * 2, RETRY_MAX_MS)) {
    try {
      return await writeFinal(orm.em.fork(), generation, final)
    } catch (error) {
      if (!isDatabaseDown(error) || Date.now() + wait > end) throw error
      await sleep(wait)
    }
  }
}

async function writeFinal(em: EntityManager, generation: Generation, final: FinalReply) {
  const { messageId, generationId } = generation
  await executePrepared(
    em,
    `update message
        set parts = $1, status = $2, usage = $3, heartbeat_at = now(), generation_id = null
      where id = $4 and generation_id = $5`,
    [storableParts(generation), final.status, JSON.stringify(final.usage), messageId, generationId],
  )
}

/** A model may write what jsonb refuses; deltas may also cut a character in two. */
function storableParts({ parts }: Generation): string {
  return JSON.stringify(toStorableValue(parts.snapshot()))
}
