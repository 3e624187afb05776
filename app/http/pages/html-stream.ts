import type { RequestContext } from '../context.ts'
import { MAX_SILENCE_MS } from '../responses/keep-alive.ts'
import { textStream } from '../responses/text-stream.ts'

/** A comment, which shows nothing wherever it stands in the document. */
const KEEP_ALIVE = { text: '<!---->', everyMs: MAX_SILENCE_MS }

/**
 * Answers with an HTML document that grows while it is sent. Its policy allows
 * our own styles and images and nothing else: no script, form or frame. The
 * policy of pages (security-headers.ts) applies besides, so only we may frame it.
 */
export function htmlStream(
  context: RequestContext,
  pieces: AsyncGenerator<string, void, void>,
): Response {
  return new Response(textStream(pieces, context, { keepAlive: KEEP_ALIVE }), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'Content-Security-Policy': "default-src 'none'; style-src 'self'; img-src 'self' data:",
      'X-Accel-Buffering': 'no',
    },
  })
}
