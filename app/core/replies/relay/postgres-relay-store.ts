import { jsonRows } from '#db/expressions.ts'
import type { Orm } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { CHANNEL, type Signals, type Topic } from '../../signals.ts'
import type { ReplyChunk } from '../reply-chunk.ts'
import { BATCHES_PER_READ, type RelayStore } from './relay-store.ts'

/** Named like the columns; `start` is how many chunks come before. */
type BatchRow = { reply_id: string; start: number; next: number; chunks: string }
type PositionRow = { reply_id: string; position: number }

const TOPIC = 'relay:' satisfies Topic

/** Adds the batches that continue what is there, and signals each of their replies. */
const insertBatches = prepared((db, p: { batches: BatchRow[] }) =>
  db
    .with('appended', (cte) =>
      cte
        .insertInto('RelayBatch')
        .columns(['replyId', 'next', 'chunks'])
        .expression((eb) =>
          eb
            .selectFrom(
              jsonRows(p.batches, 'batch', {
                reply_id: 'uuid',
                start: 'int',
                next: 'int',
                chunks: 'text',
              }),
            )
            .select(['batch.reply_id', 'batch.next', 'batch.chunks'])
            .where(({ eb, or, exists, selectFrom, lit }) =>
              or([
                eb('batch.start', '=', lit(0)),
                exists(
                  selectFrom('RelayBatch')
                    .whereRef('RelayBatch.replyId', '=', 'batch.reply_id')
                    .whereRef('RelayBatch.next', '=', 'batch.start')
                    .select('RelayBatch.next'),
                ),
              ]),
            ),
        )
        .onConflict((oc) =>
          oc
            .columns(['replyId', 'next'])
            .doUpdateSet(({ ref }) => ({ chunks: ref('excluded.chunks') })),
        )
        .returning('RelayBatch.replyId as reply_id'),
    )
    .selectFrom('appended')
    .select(({ fn, val, ref, cast }) => [
      'appended.reply_id',
      fn<null>('pg_notify', [
        val(CHANNEL),
        fn('concat', [cast(val(TOPIC), 'text'), ref('appended.reply_id')]),
      ]).as('notified'),
    ]),
)

const selectBatches = prepared((db, p: { positions: PositionRow[] }) =>
  db
    .selectFrom(jsonRows(p.positions, 'reader', { reply_id: 'uuid', position: 'int' }))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('RelayBatch')
          .whereRef('RelayBatch.replyId', '=', 'reader.reply_id')
          .whereRef('RelayBatch.next', '>', 'reader.position')
          .orderBy('RelayBatch.next')
          .limit(eb.lit(BATCHES_PER_READ))
          .select(['RelayBatch.next', 'RelayBatch.chunks'])
          .as('batch'),
      (join) => join.onTrue(),
    )
    .select(['reader.reply_id', 'reader.position', 'batch.next', 'batch.chunks'])
    .orderBy('batch.next'),
)

const deleteBatches = prepared((db, p: { replyId: string }) =>
  db.deleteFrom('RelayBatch').where('replyId', '=', p.replyId),
)

/** Relays replies through the table `relay_batch`, in the same database as everything else. */
export function createPostgresRelayStore(orm: Orm, signals: Signals): RelayStore {
  return {
    async append(batches) {
      const rows = batches.map(({ replyId, from, chunks }) => ({
        reply_id: replyId,
        start: from,
        next: from + chunks.length,
        chunks: JSON.stringify(chunks),
      }))
      const appended = await insertBatches(orm.em.fork(), { batches: rows })
      const ids = new Set(appended.map(({ reply_id }) => reply_id))
      return batches.map(({ replyId }) => ids.has(replyId))
    },
    async read(positions) {
      // Two readers of one reply at the same place are given the same.
      const wanted = new Map(positions.map((each) => [keyOf(each.replyId, each.position), each]))
      const found = await selectBatches(orm.em.fork(), {
        positions: [...wanted.values()].map(({ replyId, position }) => ({
          reply_id: replyId,
          position,
        })),
      })
      const rows = Map.groupBy(found, ({ reply_id, position }) => keyOf(reply_id, position))
      return positions.map(({ replyId, position }) =>
        (rows.get(keyOf(replyId, position)) ?? []).map(({ next, chunks: json }) => {
          const chunks = JSON.parse(json) as ReplyChunk[]
          return { from: next - chunks.length, chunks }
        }),
      )
    },
    onAppended: (replyId, listener) => signals.subscribe(`${TOPIC}${replyId}`, listener),
    async remove(replyId) {
      await deleteBatches(orm.em.fork(), { replyId })
    },
    async close() {},
  }
}

function keyOf(replyId: string, position: number): string {
  return `${replyId} ${position}`
}
