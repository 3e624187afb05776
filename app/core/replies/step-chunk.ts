import type { LanguageModelStreamPart } from 'ai'
import type { BlockIds } from './block-ids.ts'
import type { ReplyChunk } from './reply-chunk.ts'
import { toolErrorText } from './tool-outcome.ts'

/**
 * Translates a part of the model's output into a chunk; undefined for what
 * clients are not told. The SDK's own translation (`toUIMessageChunk`) would also
 * pass on what the provider says for its own use, such as the ids of its items.
 */
export function toChunk(part: LanguageModelStreamPart, ids: BlockIds): ReplyChunk | undefined {
  switch (part.type) {
    case 'text-start':
      return { type: part.type, id: ids.begin('text', part.id) }
    case 'text-delta':
      return part.text
        ? { type: part.type, id: ids.of('text', part.id), delta: part.text }
        : undefined
    case 'text-end':
      return { type: part.type, id: ids.of('text', part.id) }
    case 'reasoning-start':
      return { type: part.type, id: ids.begin('reasoning', part.id) }
    case 'reasoning-delta':
      return part.text
        ? { type: part.type, id: ids.of('reasoning', part.id), delta: part.text }
        : undefined
    case 'reasoning-end':
      return { type: part.type, id: ids.of('reasoning', part.id) }
    case 'tool-input-start':
      return { type: part.type, toolCallId: part.id, toolName: part.toolName }
    case 'tool-input-delta':
      return { type: part.type, toolCallId: part.id, inputTextDelta: part.delta }
    case 'tool-call': {
      const { toolCallId, toolName, input } = part
      return { type: 'tool-input-available', toolCallId, toolName, input: input ?? null }
    }
    case 'tool-error': {
      const { toolCallId, error } = part
      return { type: 'tool-output-error', toolCallId, errorText: toolErrorText(error) }
    }
  }
}

/** Characters of output in a part, as the token meter counts them. */
export function outputLength(part: LanguageModelStreamPart): number {
  switch (part.type) {
    case 'text-delta':
    case 'reasoning-delta':
      return part.text.length
    case 'tool-input-delta':
      return part.delta.length
    default:
      return 0
  }
}
