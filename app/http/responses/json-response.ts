/**
 * Makes a JSON response with a `Content-Length`: Node sends it in one write,
 * and the compression middleware leaves a small one as it is. No cache keeps it: what
 * is answered in JSON is a user's own.
 */
export function jsonResponse(value: unknown): Response {
  const body = JSON.stringify(value)
  const length = String(Buffer.byteLength(body))
  return new Response(body, {
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': length,
      'Cache-Control': 'private, no-store',
    },
  })
}
