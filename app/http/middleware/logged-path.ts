/** Random characters in a row, as in the names of images (48), session tokens (43) and digests. */
const RANDOM = /[A-Za-z0-9_-]{24,}/
/** A record's id opens nothing without a session, and finds a request in the log. */
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.data)?$/i
/** Characters of a random segment that are logged: enough to tell two apart, too few to use. */
const KEPT = 6
const MAX_LENGTH = 200

/**
 * Makes the form of a path that is logged. Whoever knows the name of an image
 * may see the image, so a log that holds the name would give it to all who read
 * the log. Segments that look random are cut, wherever in the path they stand:
 * somebody may also paste a token into an address.
 *
 * @param path without the query string, percent-encoded as it came
 */
export function loggedPath(path: string): string {
  const segments = path.split('/').map((segment) => {
    const plain = decoded(segment)
    if (UUID.test(plain) || !RANDOM.test(plain)) return segment
    return `${plain.slice(0, KEPT)}…`
  })
  const whole = segments.join('/')
  return whole.length > MAX_LENGTH ? `${whole.slice(0, MAX_LENGTH)}…` : whole
}

/** An encoded segment names the same image as a plain one. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
