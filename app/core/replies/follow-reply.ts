import type { FinishReason } from 'ai'
import type { MessagePart } from '#db/entities/message.ts'
import { prepared } from '#db/prepared.ts'
import { aliveSince } from '../chat/heartbeat.ts'
import type { Services } from '../services.server.ts'
import { NO_USAGE } from './message-usage.ts'
import { finalChunks, type ReplyChunk } from './reply-chunk.ts'

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

/** How often the row is read, in case the signal is lost. */
const POLL_MS = 500
/** How long a reply is followed at most, so that a fault cannot make that last for ever. */
const DEADLINE_MS = 30 * 60_000

/** The finish reason that is told with a status, since the row does not hold the model's own. */
const FINISH_REASONS: Partial<Record<Row['status'], FinishReason>> = {
  complete: 'stop',
  failed: 'error',
}

/**
 * Reads a reply that another process is writing, from its row: what was stored
 * since it was read last is yielded as chunks, about once a second. This needs
 * nothing but Postgres, so that any process can resume any reply
 * (docs/decisions/0004-resume-from-the-row.md).
 *
 * @param signal of the reader; ends the reading
 */
export async function* followReply(
  { orm, signals }: Pick<Services, 'orm' | 'signals'>,
  replyId: string,
  signal: AbortSignal,
): AsyncGenerator<ReplyChunk[], void, void> {
  const end = Date.now() + DEADLINE_MS
  let seen: MessagePart[] = []
  yield [{ type: 'start', messageId: replyId }]
  while (!signal.aborted && Date.now() < end) {
    const row = await signals.waitFor(
      `reply:${replyId}`,
      async () => {
        const [found] = await selectReply(orm.em.fork(), { replyId })
        if (!found) return null
        const changed = JSON.stringify(found.parts) !== JSON.stringify(seen)
        return changed || hasEnded(found) ? found : undefined
      },
      { deadlineMs: end - Date.now(), pollMs: POLL_MS, signal },
    )
    if (!row) return
    const chunks = chunksOfRow(seen, row)
    if (chunks.length > 0) yield chunks
    if (hasEnded(row)) return
    seen = row.parts
  }
}

/**
 * The chunks that a reader who has seen some parts needs to see what the row
 * holds now, with the end of the reply when it has ended.
 */
export function chunksOfRow(seen: MessagePart[], row: Row): ReplyChunk[] {
  const grown = chunksBetween(seen, row.parts)
  return hasEnded(row) ? [...grown, ...textEnds(row.parts), ...endOfReply(row)] : grown
}

/** A reply has also ended when its process has died. */
function hasEnded({ status, isAlive }: Row): boolean {
  return status !== 'streaming' || !isAlive
}

/** The chunks that turn the parts `before` into `after`, which have only grown. */
function chunksBetween(before: MessagePart[], after: MessagePart[]): ReplyChunk[] {
  return after.flatMap((part, index) => {
    const old = before[index]
    const id = String(index)
    if (part.type === 'text' || part.type === 'reasoning') {
      const delta = String(part.text).slice(String(old?.text ?? '').length)
      const started: ReplyChunk[] = old ? [] : [{ type: `${part.type}-start`, id }]
      return delta ? [...started, { type: `${part.type}-delta`, id, delta }] : started
    }
    if (part.type === 'step-start') return old ? [] : stepStart(after.slice(0, index))
    return toolChunks(part, old)
  })
}

function toolChunks(part: MessagePart, old: MessagePart | undefined): ReplyChunk[] {
  const toolCallId = String(part.toolCallId)
  const toolName = part.type.replace(/^tool-/, '')
  const chunks: ReplyChunk[] = old
    ? []
    : [{ type: 'tool-input-available', toolCallId, toolName, input: part.input ?? null }]
  if (old?.state === part.state) return chunks
  if (part.state === 'output-available') {
    chunks.push({ type: 'tool-output-available', toolCallId, output: part.output ?? null })
  } else if (part.state === 'output-error') {
    chunks.push({ type: 'tool-output-error', toolCallId, errorText: String(part.errorText) })
  }
  return chunks
}

/** Ends the step before, if there is one, and starts the next. The row does not hold a step's usage. */
function stepStart(before: MessagePart[]): ReplyChunk[] {
  const started: ReplyChunk = { type: 'start-step' }
  if (before.length === 0) return [started]
  const finished: ReplyChunk = { type: 'finish-step', finishReason: 'tool-calls', usage: NO_USAGE }
  return [...textEnds(before), finished, started]
}

/** The ends of the texts of the last step, all at its end: the row does not hold when each ended. */
function textEnds(parts: MessagePart[]): ReplyChunk[] {
  const first = parts.findLastIndex(({ type }) => type === 'step-start') + 1
  return parts.slice(first).flatMap(({ type }, index): ReplyChunk[] => {
    const id = String(first + index)
    return type === 'text' || type === 'reasoning' ? [{ type: `${type}-end`, id }] : []
  })
}

function endOfReply({ status, errorKind, usage }: Row): ReplyChunk[] {
  const end = {
    // A row that is still marked as growing has lost its process.
    status: status === 'streaming' ? 'interrupted' : status,
    errorKind,
    finishReason: FINISH_REASONS[status] ?? 'other',
    usage: usage ?? NO_USAGE,
  } as const
  return [
    { type: 'finish-step', finishReason: end.finishReason, usage: end.usage },
    ...finalChunks(end),
  ]
}
