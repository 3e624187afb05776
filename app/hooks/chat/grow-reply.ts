import type { DocumentDraft, MessagePart } from './chat-types.ts'
import type { StreamEvent } from './read-event-stream.ts'

/** How a reply ended, as far as its stream tells. */
export type ReplyEnd = 'complete' | 'aborted' | 'failed'

export type GrowingReply = {
  /** Known from the first event on. */
  messageId: string | undefined
  parts: MessagePart[]
  end: ReplyEnd | undefined
  apply(event: StreamEvent): void
}

/** Characters of a document that are shown while it is written. */
const DRAFT_LENGTH = 600

/**
 * Grows the parts of a reply out of the events of its stream. A part that
 * changes becomes a new object and the others keep their identity, so only
 * what changed is rendered again.
 */
export function createGrowingReply(): GrowingReply {
  const open = new Map<string, number>()
  let failed = false
  let thinkingSince = 0

  const reply: GrowingReply = { messageId: undefined, parts: [], end: undefined, apply }

  /** A reply that is taken up again comes at once, and says nothing of the time it took. */
  function thought() {
    const seconds = Math.round((performance.now() - thinkingSince) / 1_000)
    return { done: true, ...(seconds > 0 && { seconds }) }
  }

  function add(key: string, part: MessagePart) {
    open.set(key, reply.parts.length)
    reply.parts = [...reply.parts, part]
  }

  function change(key: string, update: (part: MessagePart) => MessagePart) {
    const index = open.get(key)
    const part = index === undefined ? undefined : reply.parts[index]
    if (index === undefined || !part) return
    reply.parts = reply.parts.with(index, update(part))
  }

  function grow(key: string, delta: unknown) {
    change(key, (part) => ({ ...part, text: `${part.text ?? ''}${delta}` }))
  }

  function setTool(event: StreamEvent, fields: Record<string, unknown>) {
    const key = `tool:${event.toolCallId}`
    if (open.has(key)) change(key, (part) => ({ ...part, ...fields }))
    else add(key, { type: `tool-${event.toolName}`, toolCallId: event.toolCallId, ...fields })
  }

  function apply(event: StreamEvent) {
    switch (event.type) {
      case 'start':
        if (typeof event.messageId === 'string') reply.messageId = event.messageId
        break
      case 'text-start':
      case 'reasoning-start': {
        const type = event.type === 'text-start' ? 'text' : 'reasoning'
        add(`${type}:${event.id}`, { type, text: '' })
        if (type === 'reasoning') thinkingSince = performance.now()
        break
      }
      case 'text-delta':
        grow(`text:${event.id}`, event.delta)
        break
      case 'reasoning-delta':
        grow(`reasoning:${event.id}`, event.delta)
        break
      case 'reasoning-end':
        change(`reasoning:${event.id}`, (part) => ({ ...part, ...thought() }))
        break
      case 'tool-input-start':
        setTool(event, { state: 'input-streaming' })
        break
      case 'tool-input-available':
        setTool(event, { state: 'input-available', input: event.input })
        break
      case 'tool-output-available':
        setTool(event, { state: 'output-available', output: event.output, draft: undefined })
        break
      case 'tool-output-error':
        setTool(event, { state: 'output-error', errorText: event.errorText, draft: undefined })
        break
      case 'error':
        failed = true
        break
      case 'abort':
        reply.end = failed ? 'failed' : 'aborted'
        break
      case 'finish':
        reply.end = failed ? 'failed' : 'complete'
        break
      default:
        if (event.type.startsWith('data-')) applyData(event.type.slice(5), event.data)
    }
  }

  /** Shows what a document tool is writing in the part of the tool that runs. */
  function applyData(name: string, content: unknown) {
    const running = reply.parts.findLast(
      ({ type, state }) => type.startsWith('tool-') && state === 'input-available',
    )
    if (!running || typeof content !== 'string') return
    change(`tool:${running.toolCallId}`, (part) => ({
      ...part,
      draft: growDraft((part.draft as DocumentDraft | undefined) ?? { content: '' }, name, content),
    }))
  }

  return reply
}

function growDraft(draft: DocumentDraft, name: string, content: string): DocumentDraft {
  switch (name) {
    case 'id':
    case 'kind':
    case 'title':
      return { ...draft, [name]: content }
    case 'clear':
      return { ...draft, content: '' }
    case 'text-delta':
      return { ...draft, content: (draft.content + content).slice(-DRAFT_LENGTH) }
    case 'code-delta':
    case 'sheet-delta':
      return { ...draft, content: content.slice(-DRAFT_LENGTH) }
    default:
      return draft
  }
}
