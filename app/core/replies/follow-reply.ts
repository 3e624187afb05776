import { prepared } from '#db/prepared.ts'
import { aliveSince, HEARTBEAT_STALE_SECONDS } from '../chat/heartbeat.ts'
import { isDatabaseDown } from '../database-down.ts'
import type { Services } from '../services.server.ts'
import { createReaderProgress } from './relay/reader-progress.ts'
import { createWaker } from './relay/waker.ts'
import type { ReplyChunk } from './reply-chunk.ts'

type FollowServices = Pick<Services, 'orm' | 'signals' | 'relay' | 'log'>

const selectReply = prepared((db, p: { replyId: string }) =>
  db
    .selectFrom('Message')
    .where('id', '=', p.replyId)
    .select(['parts', 'status', 'errorKind', 'usage'])
    .select(({ eb, fn, lit }) =>
      fn
        .coalesce(eb('heartbeatAt', '>', aliveSince()), lit(false))
        .$castTo<boolean>()
        .as('isAlive'),
    ),
)

type Row = Awaited<ReturnType<typeof selectReply>>[number]

/** After so long without anything new, the row is looked at. */
const QUIET_MS = 1_000
/** How long the last chunks may take after the row says that the reply has ended. */
const LAST_CHUNKS_MS = 2_000
/** How long the database may be away before the reader is given up. */
const DATABASE_AWAY_MS = 60_000
/** How long a reply is followed at most, so that a fault cannot make that last for ever. */
const DEADLINE_MS = 30 * 60_000

/**
 * Reads a reply that another process is writing. That process is told that
 * somebody reads, and forwards its chunks through the relay from the first on:
 * tokens as they come, and data parts. When nothing comes for a moment, the
 * reply's row tells whether it has ended and what was missed. The row is behind
 * by a second at most, so it also serves while the relay is away, and when the
 * other process has died (docs/decisions/0017-running-replies-are-relayed.md).
 *
 * @param signal of the reader; ends the reading
 * @throws when the database has been away for a minute
 */
export async function* followReply(
  services: FollowServices,
  replyId: string,
  signal: AbortSignal,
): AsyncGenerator<ReplyChunk[], void, void> {
  const { relay, signals } = services
  const end = Date.now() + DEADLINE_MS
  const progress = createReaderProgress(replyId)
  const readRow = createRowReader(services, replyId)
  const waker = createWaker(signal)
  let isStored = false
  const unsubscribe = [
    relay.onAppended(replyId, waker.wake),
    signals.subscribe(`reply:${replyId}`, () => {
      isStored = true
      waker.wake()
    }),
  ]
  const reader = relay.follow(replyId)
  let position = 0
  let quietSince = Date.now()
  let endedSince: number | undefined
  try {
    while (!signal.aborted && Date.now() < end) {
      const { chunks, isAway } = await readRelay(services, { replyId, position })
      if (chunks.length > 0) {
        position += chunks.length
        quietSince = Date.now()
        const unsent = progress.fromRelay(chunks)
        if (unsent.length > 0) yield unsent
        if (isEnd(chunks.at(-1))) return
        continue
      }
      if (isAway || isStored || endedSince || Date.now() - quietSince >= QUIET_MS) {
        isStored = false
        // It may not have been heard. (A process of the release before forwards nothing.)
        if (position === 0) reader.announce()
        const row = await readRow()
        if (row === null) return
        if (row && hasEnded(row)) {
          endedSince ??= Date.now()
          const mayGetMore = row.isAlive && position > 0 && !isAway
          if (!mayGetMore || Date.now() - endedSince > LAST_CHUNKS_MS) {
            yield progress.fromFinalRow(row)
            return
          }
        } else if (row) {
          const unsent = progress.fromRow(row)
          if (unsent.length > 0) yield unsent
        }
        quietSince = Date.now()
      }
      await waker.sleep(QUIET_MS)
    }
  } finally {
    reader.release()
    for (const each of unsubscribe) each()
    waker.close()
  }
}

async function readRelay(
  { relay, log }: FollowServices,
  place: { replyId: string; position: number },
): Promise<{ chunks: ReplyChunk[]; isAway: boolean }> {
  try {
    const chunks: ReplyChunk[] = []
    for (const batch of await relay.read(place)) {
      const known = place.position + chunks.length - batch.from
      // Batches overlap where the reply was forwarded anew.
      if (known >= 0) chunks.push(...batch.chunks.slice(known))
    }
    return { chunks, isAway: false }
  } catch (err) {
    log.debug({ err, replyId: place.replyId }, 'relay away, reading the row')
    return { chunks: [], isAway: true }
  }
}

/**
 * Makes a function that reads the row of a reply: null when there is none,
 * undefined while the database is away.
 */
function createRowReader({ orm, log }: FollowServices, replyId: string) {
  let awaySince: number | undefined
  /** Until then a heartbeat may be old because it could not be written. */
  let graceUntil = 0

  return async function readRow(): Promise<Row | null | undefined> {
    try {
      const [row = null] = await selectReply(orm.em.fork(), { replyId })
      awaySince = undefined
      return row && { ...row, isAlive: row.isAlive || Date.now() < graceUntil }
    } catch (err) {
      awaySince ??= Date.now()
      graceUntil = Date.now() + HEARTBEAT_STALE_SECONDS * 1_000
      if (!isDatabaseDown(err) || Date.now() - awaySince > DATABASE_AWAY_MS) throw err
      log.debug({ err, replyId }, 'database away, the reader waits')
      return undefined
    }
  }
}

/** A reply has also ended when its process has died. */
function hasEnded({ status, isAlive }: Row): boolean {
  return status !== 'streaming' || !isAlive
}

/** Every reply ends with one of these (`finalChunks`). */
function isEnd(chunk: ReplyChunk | undefined): boolean {
  return chunk?.type === 'finish' || chunk?.type === 'abort'
}
