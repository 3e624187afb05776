import type { StoredPart } from '#db/entities/message.ts'
import type { ReplyChunk } from './reply-chunk.ts'

type OpenPart = StoredPart & { text: string }

/**
 * Grows the parts of a stored message out of the chunks of its reply, in the
 * AI SDK's UI message form.
 */
export function createReplyParts() {
  const parts: StoredPart[] = []
  const open = new Map<string, OpenPart>()

  function startText(type: 'text' | 'reasoning', id: string) {
    const part = { type, text: '' }
    open.set(`${type}:${id}`, part)
    parts.push(part)
  }

  function growText(type: 'text' | 'reasoning', id: string, delta: string) {
    const part = open.get(`${type}:${id}`)
    if (part) part.text += delta
  }

  function toolPart(toolCallId: string) {
    return parts.find((part) => part.toolCallId === toolCallId)
  }

  return {
    parts,
    apply(chunk: ReplyChunk) {
      switch (chunk.type) {
        case 'step-start':
          parts.push({ type: 'step-start' })
          break
        case 'text-start':
          startText('text', chunk.id)
          break
        case 'text-delta':
          growText('text', chunk.id, chunk.delta)
          break
        case 'reasoning-start':
          startText('reasoning', chunk.id)
          break
        case 'reasoning-delta':
          growText('reasoning', chunk.id, chunk.delta)
          break
        case 'tool-input': {
          const { toolCallId, toolName, input } = chunk
          parts.push({ type: `tool-${toolName}`, toolCallId, state: 'input-available', input })
          break
        }
        case 'tool-output': {
          const part = toolPart(chunk.toolCallId)
          if (part) Object.assign(part, { state: 'output-available', output: chunk.output })
          break
        }
        case 'tool-error': {
          const part = toolPart(chunk.toolCallId)
          if (part) Object.assign(part, { state: 'output-error', errorText: chunk.message })
          break
        }
      }
    },
    /** What is worth storing: without empty texts and trailing step marks. */
    snapshot(): StoredPart[] {
      const kept = parts.filter(
        (part) => !((part.type === 'text' || part.type === 'reasoning') && part.text === ''),
      )
      while (kept.at(-1)?.type === 'step-start') kept.pop()
      return kept
    },
  }
}

export type ReplyParts = ReturnType<typeof createReplyParts>
