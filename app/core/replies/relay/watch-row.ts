import { prepared } from '#db/prepared.ts'
import { aliveSince, HEARTBEAT_STALE_SECONDS } from '../../chat/heartbeat.ts'
import { isDatabaseDown } from '../../database-down.ts'
import type { Services } from '../../services.server.ts'
import type { ReplyChunk } from '../reply-chunk.ts'
import type { ReaderProgress } from './reader-progress.ts'

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

/** How long the last chunks may take after the row says that the reply has ended. */
const LAST_CHUNKS_MS = 2_000
/** How long the database may be away before the reader is given up. */
const DATABASE_AWAY_MS = 60_000

/** What a look at the row has found: what the reader does not have yet, and whether that is the last. */
type Look = { unsent: ReplyChunk[]; isOver: boolean }

/** Makes what looks at the row of a reply for a reader who is at the given progress. */
export function createRowWatch(
  { orm, log }: Pick<Services, 'orm' | 'log'>,
  replyId: string,
  progress: ReaderProgress,
) {
  let endedSince: number | undefined
  let awaySince: number | undefined
  /** Until then a heartbeat may be old because it could not be written. */
  let graceUntil = 0

  /** @returns null when there is no row, undefined while the database is away */
  async function readRow(): Promise<Row | null | undefined> {
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

  return {
    /** Whether the row has said that the reply has ended. */
    hasEnded: () => endedSince !== undefined,

    /**
     * Looks at the row.
     *
     * @param isRelayed whether chunks have come and may still come: then the
     *   last of them are waited for after the row says that the reply has ended
     * @throws when the database has been away for a minute
     */
    async look(isRelayed: boolean): Promise<Look> {
      const row = await readRow()
      if (row === undefined) return { unsent: [], isOver: false }
      if (row && !hasEnded(row)) return { unsent: progress.fromRow(row), isOver: false }
      endedSince ??= Date.now()
      // A row that is gone tells nothing: the chat was deleted, or the reply has
      // failed and what it was to replace is back.
      const mayComeStill = isRelayed && (row?.isAlive ?? true)
      const isWaiting = mayComeStill && Date.now() - endedSince < LAST_CHUNKS_MS
      if (isWaiting) return { unsent: [], isOver: false }
      return { unsent: row ? progress.fromFinalRow(row) : [], isOver: true }
    },
  }
}

/** A reply has also ended when its process has died. */
function hasEnded({ status, isAlive }: Row): boolean {
  return status !== 'streaming' || !isAlive
}
