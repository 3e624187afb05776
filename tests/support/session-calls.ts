import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'

type HeaderFields = Record<string, string>

type Call = {
  /** The web process to ask, if not the usual one. */
  to?: { url: string }
  json?: unknown
  form?: Record<string, string>
  headers?: HeaderFields
}

export type MadeToken = { id: string; token: string; name: string; expiresAt: string | null }

/** The password of every account that `sessionCalls` makes. */
export const PASSWORD = 'correct horse'

/** The token of the session cookie that a response sets; empty without one. */
export function tokenOf(response: Response): string {
  return response.headers.getSetCookie()[0]?.match(/=([\w-]*)/)?.[1] ?? ''
}

export const asCookie = (token: string) => ({ Cookie: `session-token=${token}` })
export const asBearer = (token: string) => ({ Authorization: `Bearer ${token}` })

/**
 * Calls about sessions and API tokens, each without a cookie jar.
 *
 * @param url of the service; asked at each call, as the service starts later
 */
export function sessionCalls(url: () => string) {
  function call(method: string, path: string, { to, json, form, headers = {} }: Call = {}) {
    return fetch((to?.url ?? url()) + path, {
      method,
      redirect: 'manual',
      headers: json === undefined ? headers : { 'Content-Type': 'application/json', ...headers },
      body: form
        ? new URLSearchParams(form)
        : json === undefined
          ? undefined
          : JSON.stringify(json),
    })
  }

  return {
    call,
    /** Registers an account; `token` is that of its session. */
    async register(to?: { url: string }) {
      const account = { email: `${randomUUID()}@example.com`, password: PASSWORD }
      const response = await call('POST', '/api/users', { ...(to && { to }), json: account })
      return { ...account, token: tokenOf(response), ...(await response.json()) }
    },
    /** Returns the session token of a new guest. */
    async guestToken(): Promise<string> {
      return tokenOf(await call('POST', '/guest'))
    },
    /** The status of GET /api/session: 200 or 401. */
    async statusOf(headers: HeaderFields, to?: { url: string }): Promise<number> {
      return (await call('GET', '/api/session', { ...(to && { to }), headers })).status
    },
    /** Makes an API token. */
    async makeToken(session: string, json: object = { name: 'ci' }): Promise<MadeToken> {
      const response = await call('POST', '/api/tokens', { json, headers: asCookie(session) })
      expect(response.status).toBe(201)
      return response.json()
    },
    /** The API tokens of a user, newest first. */
    async listTokens(session: string): Promise<Record<string, unknown>[]> {
      return (await call('GET', '/api/tokens', { headers: asCookie(session) })).json()
    },
  }
}
