import type { OpenReply } from '#core/replies/open-reply.ts'
import { type ReplyChunk, STREAM_ERROR_TEXT } from '#core/replies/reply-chunk.ts'
import type { StreamFormat } from '#db/entities/message.ts'
import type { RequestContext } from './context.ts'
import { encodedStream } from './responses/text-stream.ts'
import { createDataStreamV1Encoder } from './streams/data-stream-v1.ts'
import { encodeUiMessageStream } from './streams/ui-message-stream.ts'

type ReplyFormat = {
  encode: (chunk: ReplyChunk) => string
  headers: Record<string, string>
}

/** Data stream v1, or the UI message stream of today's AI SDK for `Accept: text/event-stream`. */
export function streamFormatOf(request: Request): StreamFormat {
  const wantsEvents = request.headers.get('accept')?.includes('text/event-stream') ?? false
  return wantsEvents ? 'ui-message-stream' : 'data-stream-v1'
}

function formatOf(request: Request): ReplyFormat {
  return streamFormatOf(request) === 'ui-message-stream'
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

/** Keep proxies from holding back or changing what is streamed. */
const STREAM_HEADERS = {
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
}

/**
 * Answers with a streamed reply, in the format that the request accepts. The
 * client only listens: when it disconnects, the reply goes on.
 */
export function replyResponse(
  request: Request,
  context: RequestContext,
  { replyId, batches }: OpenReply,
): Response {
  const { encode, headers } = formatOf(request)
  const body = encodedStream(batches, (batch) => batch.map(encode).join(''), context)
  return new Response(body, {
    headers: { ...STREAM_HEADERS, ...headers, 'X-Message-Id': replyId },
  })
}

/** Answers for a reply that failed before its first part (docs/interface.md, "Failures of a reply"). */
export function failedReplyResponse(request: Request): Response {
  const { encode, headers } = formatOf(request)
  return new Response(encode({ type: 'error', errorText: STREAM_ERROR_TEXT }), {
    status: 500,
    headers: { ...STREAM_HEADERS, ...headers },
  })
}
