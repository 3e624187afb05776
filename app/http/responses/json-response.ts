/**
 * Makes a JSON response that states its length: it leaves in one write, and
 * what is too small to gain by compression is not compressed.
 */
export function jsonResponse(value: unknown): Response {
  const body = JSON.stringify(value)
  const length = String(Buffer.byteLength(body))
  return new Response(body, {
    headers: { 'Content-Type': 'application/json', 'Content-Length': length },
  })
}
