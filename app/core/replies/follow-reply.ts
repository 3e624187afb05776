import type { Services } from '../services.server.ts'
import { createReaderProgress } from './relay/reader-progress.ts'
import { createWaker } from './relay/waker.ts'
import { createRowWatch } from './relay/watch-row.ts'
import type { ReplyChunk } from './reply-chunk.ts'

type FollowServices = Pick<Services, 'orm' | 'signals' | 'relay' | 'log'>

/** After so long without anything new, the row is looked at. */
const QUIET_MS = 1_000
/** Longer than any reply lasts, so that a fault cannot make a reader wait for ever. */
const DEADLINE_MS = 60 * 60_000

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
  const end = Date.now() + DEADLINE_MS
  const progress = createReaderProgress(replyId)
  const row = createRowWatch(services, replyId, progress)
  const news = watchForNews(services, replyId, signal)
  let position = 0
  let quietSince = Date.now()
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
      const isQuiet = Date.now() - quietSince >= QUIET_MS
      if (isQuiet || isAway || row.hasEnded() || news.takeStored()) {
        // Nobody may have heard. (A process of the release before forwards nothing.)
        if (position === 0) news.announce()
        const { unsent, isOver } = await row.look(position > 0 && !isAway)
        if (unsent.length > 0) yield unsent
        if (isOver) return
        quietSince = Date.now()
      }
      await news.sleep(QUIET_MS)
    }
  } finally {
    news.close()
  }
}

/**
 * Has the reply forwarded, and wakes its reader when there is more. It ends with
 * the reader's signal, since one who is gone may not ask for more before that.
 */
function watchForNews({ relay, signals }: FollowServices, replyId: string, signal: AbortSignal) {
  const waker = createWaker(signal)
  let isStored = false
  const reader = relay.follow(replyId)
  const unsubscribe = [
    relay.onAppended(replyId, waker.wake),
    signals.subscribe(`reply:${replyId}`, () => {
      isStored = true
      waker.wake()
    }),
  ]

  function close() {
    signal.removeEventListener('abort', close)
    reader.release()
    for (const each of unsubscribe.splice(0)) each()
    waker.close()
  }

  signal.addEventListener('abort', close)
  if (signal.aborted) close()
  return {
    announce: reader.announce,
    sleep: waker.sleep,
    close,
    /** Whether the row was signalled to have changed since this was asked last. */
    takeStored(): boolean {
      const wasStored = isStored
      isStored = false
      return wasStored
    },
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

/** Every reply ends with one of these (`finalChunks`). */
function isEnd(chunk: ReplyChunk | undefined): boolean {
  return chunk?.type === 'finish' || chunk?.type === 'abort'
}
