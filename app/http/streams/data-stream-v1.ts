import { NO_USAGE } from '#core/replies/message-usage.ts'
import type { ReplyChunk } from '#core/replies/reply-chunk.ts'
import type { MessageUsage } from '#db/entities/message.ts'

/** Encodes one chunk as lines; an empty string for what the format does not have. */
export type ChunkEncoder = (chunk: ReplyChunk) => string

/**
 * Creates the encoder of one reply in the AI SDK's data stream protocol,
 * version 1 (`X-Vercel-AI-Data-Stream: v1`), from the first chunk of the reply
 * on. Each step repeats the message id, because clients keep the last id that
 * they were sent.
 *
 * The published `ai@4` client is the reference for what may stand where:
 * https://v4.ai-sdk.dev/docs/ai-sdk-ui/stream-protocol#data-stream-protocol
 */
export function createDataStreamV1Encoder(): ChunkEncoder {
  let startStep = line('f', { messageId: '' })
  let hasReasoning = false
  let hasFailed = false
  let usage = NO_USAGE

  return function encodeDataStreamV1(chunk) {
    switch (chunk.type) {
      case 'text-delta':
        return `0:${JSON.stringify(chunk.delta)}\n`
      case 'reasoning-delta':
        hasReasoning = true
        return `g:${JSON.stringify(chunk.delta)}\n`
      case 'start':
        startStep = line('f', { messageId: chunk.messageId })
        return ''
      case 'start-step':
        hasReasoning = false
        return startStep
      case 'reasoning-start':
        // The format has no reasoning blocks; without this, two paragraphs of a
        // summary would run into one another.
        return hasReasoning ? 'g:"\\n\\n"\n' : ''
      case 'tool-input-start':
        return line('b', { toolCallId: chunk.toolCallId, toolName: chunk.toolName })
      case 'tool-input-delta':
        return line('c', { toolCallId: chunk.toolCallId, argsTextDelta: chunk.inputTextDelta })
      case 'tool-input-available': {
        const { toolCallId, toolName, input } = chunk
        return line('9', { toolCallId, toolName, args: asObject(input) })
      }
      case 'tool-output-available':
        return line('a', { toolCallId: chunk.toolCallId, result: chunk.output })
      case 'tool-output-error':
        return line('a', { toolCallId: chunk.toolCallId, result: { error: chunk.errorText } })
      case 'error':
        hasFailed = true
        return line('3', chunk.errorText)
      case 'finish-step': {
        const { finishReason, usage } = chunk
        return line('e', { finishReason, usage: tokens(usage), isContinued: false })
      }
      case 'message-metadata':
        // Comes before an `abort`, which carries no usage.
        usage = chunk.messageMetadata.usage
        return ''
      case 'abort':
        return line('d', { finishReason: hasFailed ? 'error' : 'other', usage: tokens(usage) })
      case 'finish':
        return line('d', {
          finishReason: chunk.finishReason,
          usage: tokens(chunk.messageMetadata?.usage ?? usage),
        })
      default:
        return 'data' in chunk
          ? line('2', [{ type: chunk.type.slice('data-'.length), content: chunk.data }])
          : ''
    }
  }
}

function line(code: string, value: unknown): string {
  return `${code}:${JSON.stringify(value)}\n`
}

/** The client refuses a tool call whose `args` is not an object; a model may send anything. */
function asObject(input: unknown): object {
  return typeof input === 'object' && input !== null ? input : { input }
}

/** The client reads a count that is not a number as "not known". */
function tokens(usage: MessageUsage) {
  return { promptTokens: usage.inputTokens, completionTokens: usage.outputTokens }
}
