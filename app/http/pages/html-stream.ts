import type { RequestContext } from '../context.ts'

const encoder = new TextEncoder()

/**
 * Answers with an HTML document that grows while it is sent. It may show our
 * own styles and images, and nothing else: no script, no form, no frame. (The
 * page-wide Content-Security-Policy holds besides: only we may frame it.)
 */
export function htmlStream(
  context: RequestContext,
  chunks: AsyncGenerator<string, void, void>,
): Response {
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await context.drained()
        const { value, done } = await chunks.next()
        if (done) return controller.close()
        controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await chunks.return()
      },
    },
    { highWaterMark: 0 },
  )
  return new Response(body, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store, no-transform',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'self'; img-src 'self' https: data:",
      'X-Accel-Buffering': 'no',
    },
  })
}
