const MAX_LENGTH = 2_000
/** Stands for this service where a target is resolved, to see whether it leads elsewhere. */
const BASE = 'http://this-service.invalid'
/**
 * What becomes `//` or `/\` when a proxy decodes the path, however often it was
 * encoded: a slash, or a control character, which browsers then drop.
 */
const ENCODED_SLASH = /^\/%(?:25)*(?:2f|5c|[01][\da-f])/i

/**
 * Checks the `redirectTo` of a form or query: only a path of this service is
 * used, so that a link to our sign-in page cannot lead on to another site
 * (OWASP, Unvalidated Redirects). `//host`, `/\host`, schemes, control
 * characters and paths that become one of these when they are resolved or
 * decoded are refused.
 *
 * @returns the path with query and fragment, or the fallback
 */
export function redirectTarget(wanted: unknown, fallback = '/'): string {
  if (typeof wanted !== 'string' || wanted.length > MAX_LENGTH) return fallback
  // Browsers read "\" as "/" and drop tabs and line breaks before they resolve.
  if (!wanted.startsWith('/') || /[\\\p{Cc}]/u.test(wanted)) return fallback
  if (!URL.canParse(wanted, BASE)) return fallback
  const { origin, pathname, search, hash } = new URL(wanted, BASE)
  if (origin !== BASE || pathname.startsWith('//') || ENCODED_SLASH.test(pathname)) return fallback
  return pathname + search + hash
}
