import type { ReplyChunk } from '#core/replies/reply-chunk.ts'

/**
 * Encodes one chunk of a reply in the AI SDK's UI message stream protocol, as
 * a server-sent event (`x-vercel-ai-ui-message-stream: v1`).
 *
 * https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol#ui-message-stream-protocol
 */
export function encodeUiMessageStream(chunk: ReplyChunk): string {
  switch (chunk.type) {
    case 'text-delta': {
      // Nearly all chunks are of this type, and this takes a fifth less time.
      const { id, delta } = chunk
      return `data: {"type":"text-delta","id":${JSON.stringify(id)},"delta":${JSON.stringify(delta)}}\n\n`
    }
    case 'finish-step':
      // The finish reason and usage of a step are for data stream v1 only.
      return event({ type: 'finish-step' })
    case 'finish':
    case 'abort':
      return `${event(chunk)}data: [DONE]\n\n`
    default:
      return event(chunk)
  }
}

function event(chunk: object): string {
  return `data: ${JSON.stringify(chunk)}\n\n`
}
