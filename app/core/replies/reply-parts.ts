import type { MessagePart } from '#db/entities/message.ts'
import type { ClientChunk, ReplyChunk } from './reply-chunk.ts'
import { thinkingSeconds } from './thinking-time.ts'

type PartKind = 'text' | 'reasoning' | 'tool'

/**
 * Builds the parts of a message out of the chunks of its reply. The server
 * stores these parts and the page shows them, so this module
 * imports nothing that only a server has.
 *
 * A part that changes is replaced by a new object and the others keep their
 * identity, so that the page renders only what changed.
 */
export function createReplyParts() {
  const parts: MessagePart[] = []
  /** Where in `parts` each block of text and each tool call stands, by its id. */
  const indexes: Record<PartKind, Map<string, number>> = {
    text: new Map(),
    reasoning: new Map(),
    tool: new Map(),
  }
  let stepStarted = false

  /** Adds a part; a step is marked only once it has a part. */
  function add(kind: PartKind, id: string, part: MessagePart) {
    if (stepStarted) parts.push({ type: 'step-start' })
    stepStarted = false
    indexes[kind].set(id, parts.length)
    parts.push(part)
  }

  function find(kind: PartKind, id: string): MessagePart | undefined {
    const index = indexes[kind].get(id)
    return index === undefined ? undefined : parts[index]
  }

  /** Sets fields of a part; does nothing when there is no such part. */
  function change(kind: PartKind, id: string, fields: Record<string, unknown>) {
    const index = indexes[kind].get(id)
    const part = index === undefined ? undefined : parts[index]
    if (index !== undefined && part) parts[index] = { ...part, ...fields }
  }

  /** What `change` would do, with fewer objects: nearly all chunks come here. */
  function appendText(kind: 'text' | 'reasoning', id: string, delta: string) {
    const index = indexes[kind].get(id)
    const part = index === undefined ? undefined : parts[index]
    if (index !== undefined && part) parts[index] = { ...part, text: `${part.text}${delta}` }
  }

  function apply(chunk: ReplyChunk | ClientChunk) {
    switch (chunk.type) {
      case 'text-delta':
        appendText('text', chunk.id, chunk.delta)
        break
      case 'reasoning-delta':
        appendText('reasoning', chunk.id, chunk.delta)
        break
      case 'start-step':
        stepStarted = true
        break
      case 'text-start':
        add('text', chunk.id, { type: 'text', text: '' })
        break
      case 'reasoning-start':
        add('reasoning', chunk.id, { type: 'reasoning', text: '' })
        break
      case 'reasoning-end': {
        const seconds = thinkingSeconds(chunk)
        if (seconds !== undefined) change('reasoning', chunk.id, { seconds })
        break
      }
      case 'tool-input-available':
        setToolInput(chunk)
        break
      case 'tool-output-available':
        change('tool', chunk.toolCallId, { state: 'output-available', output: chunk.output })
        break
      case 'tool-output-error':
        change('tool', chunk.toolCallId, { state: 'output-error', errorText: chunk.errorText })
        break
    }
  }

  function setToolInput(chunk: Extract<ClientChunk, { type: 'tool-input-available' }>) {
    const { toolCallId, toolName, input } = chunk
    const fields = { state: 'input-available', input }
    if (find('tool', toolCallId)?.state === 'input-streaming') change('tool', toolCallId, fields)
    else add('tool', toolCallId, { type: `tool-${toolName}`, toolCallId, ...fields })
  }

  return {
    parts,
    apply,
    add,
    change,
    /** Tells whether there is nothing but blank text: no word, no reasoning, no tool call. */
    isBlank(): boolean {
      return parts.every(
        ({ type, text }) =>
          type === 'step-start' || (!type.startsWith('tool-') && String(text).trim() === ''),
      )
    },
    /** The parts that are stored: all but empty texts. */
    snapshot(): MessagePart[] {
      const kept = parts.filter(
        ({ type, text }) => !((type === 'text' || type === 'reasoning') && text === ''),
      )
      // Without its empty texts, the last step may be nothing but its mark.
      while (kept.at(-1)?.type === 'step-start') kept.pop()
      return kept
    },
  }
}

export type ReplyParts = ReturnType<typeof createReplyParts>
