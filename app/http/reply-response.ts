import type { OpenReply } from '#core/chat/open-reply.ts'
import { type ReplyChunk, STREAM_ERROR_TEXT } from '#core/chat/reply-chunk.ts'
import type { RequestContext } from './context.ts'
import { createDataStreamV1Encoder } from './streams/data-stream-v1.ts'
import { encodeUiMessageStream } from './streams/ui-message-stream.ts'

const textEncoder = new TextEncoder()

/** The data stream of the contract, or today's UI message stream for `Accept: text/event-stream`. */
function encodingOf(request: Request): {
  encode: (chunk: ReplyChunk) => string
  headers: Record<string, string>
} {
  const wantsEvents = request.headers.get('accept')?.includes('text/event-stream') ?? false
  return wantsEvents
    ? {
        encode: encodeUiMessageStream,
        headers: {
          'Content-Type': 'text/event-stream; charset=utf-8',
          'X-Vercel-AI-UI-Message-Stream': 'v1',
        },
      }
    : {
        encode: createDataStreamV1Encoder(),
        headers: {
          'Content-Type': 'text/plain; charset=utf-8',
          'X-Vercel-AI-Data-Stream': 'v1',
        },
      }
}

const STREAM_HEADERS = {
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
}

/**
 * Answers with a streamed reply. The reader is only a listener: when it goes,
 * the reply goes on. A reader that is slower than the reply is waited for, so
 * nothing piles up between the reply and its socket.
 */
export function replyResponse(
  request: Request,
  context: RequestContext,
  { messageId, batches }: OpenReply,
): Response {
  const { encode, headers } = encodingOf(request)
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await context.drained()
        const { value, done } = await batches.next()
        if (done) return controller.close()
        const text = value.length === 1 && value[0] ? encode(value[0]) : value.map(encode).join('')
        controller.enqueue(textEncoder.encode(text))
      },
      async cancel() {
        await batches.return()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: { ...STREAM_HEADERS, ...headers, 'X-Message-Id': messageId },
  })
}

/** Answers for a reply that failed before its first part (contract §7). */
export function failedReplyResponse(request: Request): Response {
  const { encode, headers } = encodingOf(request)
  return new Response(encode({ type: 'error', errorText: STREAM_ERROR_TEXT }), {
    status: 500,
    headers: { ...STREAM_HEADERS, ...headers },
  })
}
