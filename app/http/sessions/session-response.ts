import { redirect } from '@remix-run/node'
import type { SignedIn } from '#core/users/sign-in.ts'
import { sessionSchema } from '#core/users/user-schema.ts'
import type { RequestContext } from '../context.ts'
import { clearedSessionCookies, sessionCookie } from './session-cookie.ts'

/** Answers a program that has just signed in, with the session and its cookie. */
export function sessionResponse(
  { token, ...session }: SignedIn,
  { origin }: RequestContext,
  status: 200 | 201,
): Response {
  return Response.json(sessionSchema.parse(session), {
    status,
    headers: { 'Set-Cookie': sessionCookie(token, origin), 'Cache-Control': 'no-store' },
  })
}

/** Redirects a person who has just signed in, with the session cookie. */
export function signedInRedirect({ token }: SignedIn, to: string, { origin }: RequestContext) {
  return redirect(to, { status: 303, headers: { 'Set-Cookie': sessionCookie(token, origin) } })
}

/** Makes the headers that remove the session cookie. */
export function signedOutHeaders({ origin }: RequestContext): Headers {
  const headers = new Headers({ 'Cache-Control': 'no-store' })
  for (const cookie of clearedSessionCookies(origin)) headers.append('Set-Cookie', cookie)
  return headers
}
