import type { MessagePart } from '#db/entities/message.ts'
import { NO_USAGE } from '../message-usage.ts'
import type { ReplyChunk } from '../reply-chunk.ts'
import type { ReplyOutline } from './reply-outline.ts'

/** What stands for half of a surrogate pair in a stored text. */
const REPLACEMENT = '\ufffd'

/**
 * The chunks that bring a reader from what it was sent to what is stored. What
 * it was sent beyond that stays.
 *
 * @param sent is brought up to date
 * @param stored the parts of the message; `isFinal` tells that they grow no more
 */
export function chunksUpTo(
  sent: ReplyOutline,
  replyId: string,
  { parts, isFinal }: { parts: MessagePart[]; isFinal: boolean },
): ReplyChunk[] {
  const chunks: ReplyChunk[] = []
  function send(chunk: ReplyChunk) {
    sent.add(chunk)
    chunks.push(chunk)
  }
  if (!sent.isStarted()) send({ type: 'start', messageId: replyId })
  for (const [number, stored] of stepsOf(parts).entries()) {
    const step = sent.steps[number]
    if (!step || (!step.isOpen && step.parts.length === 0)) {
      // The row does not hold what each step used.
      for (const chunk of endOfStep(sent, 'tool-calls')) send(chunk)
      send({ type: 'start-step' })
    }
    for (const [index, part] of stored.entries()) {
      bringUpTo(sent, send, { number, index, part, isGrowing: !isFinal && part === parts.at(-1) })
    }
  }
  return chunks
}

/**
 * The chunks that end the step that the reader is in, if it is in one: first
 * the texts that are open, because the row does not hold when each of them ended.
 *
 * @param sent is not changed
 */
export function endOfStep(
  sent: ReplyOutline,
  finishReason: Extract<ReplyChunk, { type: 'finish-step' }>['finishReason'],
  usage = NO_USAGE,
): ReplyChunk[] {
  if (!sent.lastStep()?.isOpen) return []
  return [...endsOfTexts(sent), { type: 'finish-step', finishReason, usage }]
}

/** The ends of the texts that are open for the reader. */
export function endsOfTexts(sent: ReplyOutline): ReplyChunk[] {
  const parts = sent.lastStep()?.parts ?? []
  return [
    ...[...sent.emptyTexts].map(([id, kind]): ReplyChunk => ({ type: `${kind}-end`, id })),
    ...parts.flatMap((part): ReplyChunk[] =>
      part.kind !== 'tool' && part.isOpen ? [{ type: `${part.kind}-end`, id: part.id }] : [],
    ),
  ]
}

type Send = (chunk: ReplyChunk) => void
type Place = { number: number; index: number; part: MessagePart; isGrowing: boolean }

function bringUpTo(sent: ReplyOutline, send: Send, place: Place) {
  const { type } = place.part
  if (type === 'text' || type === 'reasoning') bringTextUpTo(sent, send, place, type)
  else bringToolUpTo(sent, send, place.part)
}

function bringTextUpTo(
  sent: ReplyOutline,
  send: Send,
  { number, index, part, isGrowing }: Place,
  kind: 'text' | 'reasoning',
) {
  const stored = String(part.text)
  // While the text grows, the other half of the pair may be on its way.
  const text = isGrowing && stored.endsWith(REPLACEMENT) ? stored.slice(0, -1) : stored
  const known = sent.steps[number]?.parts[index]
  if (known) {
    const delta = known.kind === kind && known.isOpen ? text.slice(known.length) : ''
    if (delta) send({ type: `${kind}-delta`, id: known.id, delta })
  } else if (text) {
    const begun = [...sent.emptyTexts].find(([, begunKind]) => begunKind === kind)
    const id = begun?.[0] ?? `stored-${number}-${index}`
    if (!begun) send({ type: `${kind}-start`, id })
    send({ type: `${kind}-delta`, id, delta: text })
  }
}

function bringToolUpTo(sent: ReplyOutline, send: Send, part: MessagePart) {
  const toolCallId = String(part.toolCallId)
  if (!sent.findTool(toolCallId)) {
    const toolName = part.type.replace(/^tool-/, '')
    send({ type: 'tool-input-available', toolCallId, toolName, input: part.input ?? null })
  }
  if (sent.findTool(toolCallId)?.hasOutput) return
  if (part.state === 'output-available') {
    send({ type: 'tool-output-available', toolCallId, output: part.output ?? null })
  } else if (part.state === 'output-error') {
    send({ type: 'tool-output-error', toolCallId, errorText: String(part.errorText) })
  }
}

/** The parts of each step that has any; a text of nothing but U+0000 is stored empty, and is none. */
function stepsOf(parts: MessagePart[]): MessagePart[][] {
  const steps: MessagePart[][] = []
  for (const part of parts) {
    if (part.type === 'step-start' || steps.length === 0) steps.push([])
    if (part.type !== 'step-start' && part.text !== '') steps.at(-1)?.push(part)
  }
  return steps.filter((step) => step.length > 0)
}
