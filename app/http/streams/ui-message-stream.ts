import type { MessageUsage, ReplyChunk } from '#core/chat/reply-chunk.ts'

/**
 * Encodes one chunk of a reply in the AI SDK's UI message stream protocol, as
 * server-sent events (`x-vercel-ai-ui-message-stream: v1`).
 *
 * Data parts are transient: clients hear of them, but they are not part of the
 * message, just as they are not part of the stored one.
 *
 * https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol#ui-message-stream-protocol
 */
export function encodeUiMessageStream(chunk: ReplyChunk): string {
  switch (chunk.type) {
    case 'text-delta':
      return `data: {"type":"text-delta","id":${JSON.stringify(chunk.id)},"delta":${JSON.stringify(chunk.delta)}}\n\n`
    case 'start':
      return event({ type: 'start', messageId: chunk.messageId })
    case 'step-start':
      return event({ type: 'start-step' })
    case 'text-start':
    case 'text-end':
    case 'reasoning-start':
    case 'reasoning-end':
      return event({ type: chunk.type, id: chunk.id })
    case 'reasoning-delta':
      return event({ type: 'reasoning-delta', id: chunk.id, delta: chunk.delta })
    case 'tool-input-start':
      return event({
        type: 'tool-input-start',
        toolCallId: chunk.toolCallId,
        toolName: chunk.toolName,
      })
    case 'tool-input-delta':
      return event({
        type: 'tool-input-delta',
        toolCallId: chunk.toolCallId,
        inputTextDelta: chunk.delta,
      })
    case 'tool-input':
      return event({
        type: 'tool-input-available',
        toolCallId: chunk.toolCallId,
        toolName: chunk.toolName,
        input: chunk.input ?? null,
      })
    case 'tool-output':
      return event({
        type: 'tool-output-available',
        toolCallId: chunk.toolCallId,
        output: chunk.output ?? null,
      })
    case 'tool-error':
      return event({
        type: 'tool-output-error',
        toolCallId: chunk.toolCallId,
        errorText: chunk.message,
      })
    case 'data':
      return event({ type: `data-${chunk.name}`, data: chunk.content ?? null, transient: true })
    case 'error':
      return event({ type: 'error', errorText: chunk.message })
    case 'step-finish':
      return event({ type: 'finish-step' })
    case 'finish':
      return `${chunk.aborted ? aborted(chunk.usage) : finished(chunk)}data: [DONE]\n\n`
  }
}

function event(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

function finished(chunk: Extract<ReplyChunk, { type: 'finish' }>): string {
  return event({
    type: 'finish',
    finishReason: chunk.finishReason,
    messageMetadata: { usage: chunk.usage },
  })
}

/** An `abort` carries no metadata, so the usage goes ahead of it. */
function aborted(usage: MessageUsage): string {
  return event({ type: 'message-metadata', messageMetadata: { usage } }) + event({ type: 'abort' })
}
