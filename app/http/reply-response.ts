import type { OpenReply, ResumedReply } from '#core/replies/open-reply.ts'
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

/**
 * Tells in which format a reply is sent: the UI message stream of today's AI SDK
 * or data stream v1, by the media type that `Accept` names.
 *
 * @param unnamed the format where it names neither, as no AI SDK does by itself
 */
export function streamFormatOf(request: Request, unnamed: StreamFormat): StreamFormat {
  const accept = request.headers.get('accept') ?? ''
  if (accept.includes('text/event-stream')) return 'ui-message-stream'
  return accept.includes('text/plain') ? 'data-stream-v1' : unnamed
}

function replyFormat(format: StreamFormat): ReplyFormat {
  return format === 'ui-message-stream'
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
 * Answers with a streamed reply. The client only listens: when it disconnects,
 * the reply goes on.
 */
export function replyResponse(
  format: StreamFormat,
  context: RequestContext,
  { replyId, batches }: OpenReply,
): Response {
  const { encode, headers } = replyFormat(format)
  const body = encodedStream(batches, (batch) => batch.map(encode).join(''), context)
  return new Response(body, {
    headers: { ...STREAM_HEADERS, ...headers, 'X-Message-Id': replyId },
  })
}

/** Answers with a resumed reply: in the format that the reader names, else in that of the one who asked for it. */
export function resumedReplyResponse(
  request: Request,
  context: RequestContext,
  { streamFormat, ...reply }: ResumedReply,
): Response {
  return replyResponse(streamFormatOf(request, streamFormat ?? 'data-stream-v1'), context, reply)
}

/** Answers that there is no reply to read, for clients that take a 204 for an error. */
export function emptyReplyResponse(format: StreamFormat): Response {
  return new Response('', { headers: { ...STREAM_HEADERS, ...replyFormat(format).headers } })
}

/** Answers for a reply that failed before its first part (docs/interface.md, "Failures of a reply"). */
export function failedReplyResponse(format: StreamFormat): Response {
  const { encode, headers } = replyFormat(format)
  return new Response(encode({ type: 'error', errorText: STREAM_ERROR_TEXT }), {
    status: 500,
    headers: { ...STREAM_HEADERS, ...headers },
  })
}
