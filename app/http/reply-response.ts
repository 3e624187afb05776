import type { OpenReply, ResumedReply } from '#core/replies/open-reply.ts'
import { readBeginning } from '#core/replies/read-beginning.ts'
import { type ReplyChunk, STREAM_ERROR_TEXT } from '#core/replies/reply-chunk.ts'
import type { ErrorKind, StreamFormat } from '#db/entities/message.ts'
import type { RequestContext } from './context.ts'
import type { StreamContext } from './responses/byte-stream.ts'
import { MAX_SILENCE_MS } from './responses/keep-alive.ts'
import { encodedStream } from './responses/text-stream.ts'
import { createDataStreamV1Encoder } from './streams/data-stream-v1.ts'
import { encodeUiMessageStream } from './streams/ui-message-stream.ts'

type ReplyFormat = {
  encode: (chunk: ReplyChunk) => string
  headers: Record<string, string>
  /** What a reader of the format passes over. */
  keepAlive: string
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
        keepAlive: ': keep-alive\n\n',
      }
    : {
        encode: createDataStreamV1Encoder(),
        headers: {
          'Content-Type': 'text/plain; charset=utf-8',
          'X-Vercel-AI-Data-Stream': 'v1',
        },
        keepAlive: '\n',
      }
}

/** Keep proxies from holding back or changing what is streamed. */
const STREAM_HEADERS = {
  'Cache-Control': 'no-cache, no-transform',
  'X-Accel-Buffering': 'no',
}

/** When a stream is opened and what keeps it open, in milliseconds. */
export type StreamTimes = {
  /** Until the stream is opened although the model's first part has not come. */
  openMs: number
  /** Between two pieces of an open stream, at most. */
  silenceMs: number
}

const STREAM_TIMES: StreamTimes = { openMs: 20_000, silenceMs: MAX_SILENCE_MS }

/**
 * Answers with a streamed reply. The client only listens: when it disconnects,
 * the reply goes on.
 *
 * The answer waits for the model's first part, so that a reply that fails before
 * it is a 500; but not for so long that a router between here and the client
 * gives up (docs/interface.md, "The streamed reply").
 */
export async function replyResponse(
  format: StreamFormat,
  context: StreamContext,
  { replyId, batches }: OpenReply,
  { openMs, silenceMs }: StreamTimes = STREAM_TIMES,
): Promise<Response> {
  const { encode, headers, keepAlive } = replyFormat(format)
  const beginning = readBeginning(batches)
  const begun = await within(openMs, beginning)
  if (begun?.failure) return failedReplyResponse(format, begun.failure)
  const body = encodedStream(batches, (batch) => batch.map(encode).join(''), context, {
    first: beginning.then(({ chunks }) => chunks),
    keepAlive: { text: keepAlive, everyMs: silenceMs, atOnce: !begun },
  })
  return new Response(body, {
    headers: { ...STREAM_HEADERS, ...headers, 'X-Message-Id': replyId },
  })
}

/** Waits for a promise for at most `ms` milliseconds; undefined when it takes longer. */
async function within<T>(ms: number, promise: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, ms)
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Answers with a resumed reply: in the format that the reader names, else in that of the one who asked for it. */
export function resumedReplyResponse(
  request: Request,
  context: RequestContext,
  { streamFormat, ...reply }: ResumedReply,
): Promise<Response> {
  return replyResponse(streamFormatOf(request, streamFormat ?? 'data-stream-v1'), context, reply)
}

/** Answers that there is no reply to read, for clients that take a 204 for an error. */
export function emptyReplyResponse(format: StreamFormat): Response {
  return new Response('', { headers: { ...STREAM_HEADERS, ...replyFormat(format).headers } })
}

/** Answers for a reply that failed before its first part (docs/interface.md, "Failures of a reply"). */
function failedReplyResponse(format: StreamFormat, errorKind: ErrorKind): Response {
  const { encode, headers } = replyFormat(format)
  return new Response(encode({ type: 'error', errorText: STREAM_ERROR_TEXT }), {
    status: 500,
    headers: { ...STREAM_HEADERS, ...headers, 'X-Error-Kind': errorKind },
  })
}
