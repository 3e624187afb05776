import { SESSION_SECONDS } from '#core/users/find-session.ts'

/** Over https the cookie's name has the prefix of RFC 6265bis §4.1.3.1. */
const NAME = 'session-token'
const SECURE_NAME = `__Secure-${NAME}`

/** Reads the session token from the cookie, or from `Authorization: Bearer`. */
export function readToken(request: Request): string | undefined {
  const bearer = request.headers.get('authorization')?.match(/^Bearer +([\w-]+) *$/i)?.[1]
  return bearer ?? readCookie(request)
}

/** Tells whether a request carries a session cookie, valid or not. */
export function hasSessionCookie(request: Request): boolean {
  return readCookie(request) !== undefined
}

function readCookie(request: Request): string | undefined {
  const header = request.headers.get('cookie')
  if (!header) return undefined
  let plain: string | undefined
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=')
    const name = pair.slice(0, equals).trim()
    if (name === SECURE_NAME) return pair.slice(equals + 1).trim()
    if (name === NAME) plain = pair.slice(equals + 1).trim()
  }
  return plain || undefined
}

/**
 * Makes the `Set-Cookie` value of a session.
 *
 * @param origin the service's origin; https makes the cookie secure
 */
export function sessionCookie(token: string, origin: string): string {
  return cookie(token, origin, SESSION_SECONDS)
}

/**
 * Makes the `Set-Cookie` values that remove the session cookie; over https also
 * one for the cookie that was set while the service still ran over http.
 */
export function clearedSessionCookies(origin: string): string[] {
  const plain = cookie('', 'http:', 0)
  return origin.startsWith('https:') ? [cookie('', origin, 0), plain] : [plain]
}

function cookie(value: string, origin: string, maxAge: number): string {
  const secure = origin.startsWith('https:')
  const name = secure ? SECURE_NAME : NAME
  return `${name}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
