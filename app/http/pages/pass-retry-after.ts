import type { RequestContext } from '../context.ts'

/**
 * Moves `Retry-After` from the response of a loader or an action to that of the
 * page. Remix drops it where the page has no `headers` of its own, and sends it
 * twice where two loaders of the page have failed.
 */
export function passRetryAfter(response: Response, context: RequestContext): void {
  const retryAfter = response.headers.get('Retry-After')
  response.headers.delete('Retry-After')
  if (retryAfter) context.setRetryAfter(retryAfter)
}
