import { randomUUID } from 'node:crypto'

/** Someone who calls the interface: with a session, with another's, or with none. */
export type Caller = {
  /** The service's origin. */
  url: string
  /** Empty for a caller without a session. */
  userId: string
  /** Headers that carry the session. */
  headers: Record<string, string>
  /** Sends a request; an object is sent as JSON, a string as it stands. */
  call(method: string, path: string, body?: unknown): Promise<Response>
}

function createCaller(url: string, userId: string, headers: Record<string, string>): Caller {
  return {
    url,
    userId,
    headers,
    call: (method, path, body) =>
      fetch(`${url}${path}`, {
        method,
        redirect: 'manual',
        headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
        body: body === undefined || typeof body === 'string' ? body : JSON.stringify(body),
      }),
  }
}

/** Somebody who has registered. */
export async function registered(url: string): Promise<Caller> {
  const email = `${randomUUID()}@example.com`
  const anonymous = signedOut(url)
  const response = await anonymous.call('POST', '/api/users', { email, password: 'correct horse' })
  if (response.status !== 201) throw new Error(`POST /api/users: ${await response.text()}`)
  const { user } = (await response.json()) as { user: { id: string } }
  return createCaller(url, user.id, { Cookie: cookieOf(response) })
}

/** Somebody who continues as a guest. */
export async function guest(url: string): Promise<Caller> {
  const response = await fetch(`${url}/guest`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(),
  })
  const headers = { Cookie: cookieOf(response) }
  const session = await fetch(`${url}/api/session`, { headers })
  const { user } = (await session.json()) as { user: { id: string } }
  return createCaller(url, user.id, headers)
}

/** Somebody without a session. */
export function signedOut(url: string): Caller {
  return createCaller(url, '', {})
}

/** Somebody whose session has never been. */
export function withForgedSession(url: string): Caller {
  return createCaller(url, '', { Cookie: `session-token=${'x'.repeat(43)}` })
}

function cookieOf(response: Response): string {
  const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0]
  if (!cookie) throw new Error(`No session cookie: ${response.status}`)
  return cookie
}
