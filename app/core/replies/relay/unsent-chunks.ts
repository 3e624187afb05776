import type { ReplyChunk } from '../reply-chunk.ts'
import { endsOfTexts } from './chunks-up-to.ts'
import { type ReplyOutline, storedLength } from './reply-outline.ts'

/**
 * Of chunks that come next in the reply, those that a reader does not have yet,
 * who was sent some of the reply from its row.
 *
 * @param sent how far the reader is; is brought up to date
 * @param relayed how far the chunks are; is brought up to date
 */
export function unsentChunks(
  sent: ReplyOutline,
  relayed: ReplyOutline,
  chunks: ReplyChunk[],
): ReplyChunk[] {
  return chunks.flatMap((chunk) => {
    const unsent = unsentOf(sent, relayed, chunk)
    for (const each of unsent) sent.add(each)
    return unsent
  })
}

/** What is left of one chunk; adds it to `relayed`, but not to `sent`. */
function unsentOf(sent: ReplyOutline, relayed: ReplyOutline, chunk: ReplyChunk): ReplyChunk[] {
  switch (chunk.type) {
    case 'start':
      relayed.add(chunk)
      return sent.isStarted() ? [] : [chunk]
    case 'start-step':
      relayed.add(chunk)
      return sent.steps.length >= relayed.steps.length ? [] : [chunk]
    case 'finish-step': {
      const isSent = !isInStep(sent, relayed)
      relayed.add(chunk)
      return isSent ? [] : [...endsOfTexts(sent), chunk]
    }
    case 'text-start':
    case 'reasoning-start':
      // It is sent with the first of its text: only then is its place known.
      relayed.add(chunk)
      return []
    case 'text-delta':
    case 'reasoning-delta':
      return unsentText(sent, relayed, chunk)
    case 'text-end':
    case 'reasoning-end': {
      const known = knownText(sent, relayed, chunk.id)
      relayed.add(chunk)
      if (known) return known.isOpen && !known.isAhead ? [{ ...chunk, id: known.id }] : []
      return sent.emptyTexts.has(chunk.id) ? [chunk] : []
    }
    case 'tool-input-start':
    case 'tool-input-delta':
      return sent.findTool(chunk.toolCallId) ? [] : [chunk]
    case 'tool-input-available':
      relayed.add(chunk)
      return sent.findTool(chunk.toolCallId) ? [] : [chunk]
    case 'tool-output-available':
    case 'tool-output-error':
      relayed.add(chunk)
      return sent.findTool(chunk.toolCallId)?.hasOutput ? [] : [chunk]
    default:
      // Data parts, which no row holds, and the end of the reply.
      return [chunk]
  }
}

/** Whether the reader is in the step that the chunks are in. */
function isInStep(sent: ReplyOutline, relayed: ReplyOutline): boolean {
  const [sentStep, relayedStep] = [sent.lastStep(), relayed.lastStep()]
  if (!sentStep?.isOpen || sent.steps.length > relayed.steps.length) return false
  // A step without parts is not in the row: the reader is in the next one already.
  return sentStep.parts.length === 0 || relayedStep?.parts.length !== 0
}

type TextDelta = Extract<ReplyChunk, { type: 'text-delta' | 'reasoning-delta' }>

function unsentText(sent: ReplyOutline, relayed: ReplyOutline, chunk: TextDelta): ReplyChunk[] {
  const { type, id } = chunk
  relayed.add(chunk)
  const known = knownText(sent, relayed, id)
  if (known) {
    const rest = known.relayedLength - known.length
    if (rest <= 0 || !known.isOpen) return []
    // The row has no U+0000, so it does not count in lengths.
    const delta = chunk.delta.replaceAll('\u0000', '').slice(-rest)
    return delta ? [{ type, id: known.id, delta }] : []
  }
  if (storedLength(chunk.delta) === 0) return []
  const started: ReplyChunk =
    type === 'text-delta' ? { type: 'text-start', id } : { type: 'reasoning-start', id }
  return sent.emptyTexts.has(id) ? [chunk] : [started, chunk]
}

/** What the reader has of a text that is at the same place in the reply as one that was relayed. */
function knownText(sent: ReplyOutline, relayed: ReplyOutline, id: string) {
  const place = relayed.placeOf(id)
  const text = relayed.lastStep()?.parts[place]
  const known = sent.steps[relayed.steps.length - 1]?.parts[place]
  if (!known || !text || known.kind === 'tool' || text.kind === 'tool') return undefined
  const relayedLength = text.length
  return { ...known, relayedLength, isAhead: known.length > relayedLength }
}
