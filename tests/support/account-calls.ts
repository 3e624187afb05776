import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'

type HeaderFields = Record<string, string>

/** The password of every account that `accountCalls` makes. */
export const PASSWORD = 'correct horse'

export const newEmail = () => `${randomUUID()}@example.com`

/** The `Cookie` header that a browser would send after this response. */
export function cookieOf(response: Response): string {
  const [set = ''] = response.headers.getSetCookie()
  return set.split(';')[0] ?? ''
}

/**
 * Calls that register, sign in and enter as a guest, each without a cookie jar.
 *
 * @param url of the service; asked at each call, as the service starts later
 */
export function accountCalls(url: () => string) {
  function postForm(path: string, form: Record<string, string>, headers: HeaderFields = {}) {
    const body = new URLSearchParams(form)
    return fetch(url() + path, { method: 'POST', redirect: 'manual', headers, body })
  }

  function postJson(path: string, body: unknown, headers: HeaderFields = {}) {
    return fetch(url() + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }

  return {
    postForm,
    postJson,
    /** The user of a session; null without one. */
    async whoAmI(cookie: string) {
      const response = await fetch(`${url()}/api/session`, { headers: { Cookie: cookie } })
      return response.ok ? (await response.json()).user : null
    },
    /** Registers an account; `cookie` holds its session. */
    async register(email = newEmail(), headers: HeaderFields = {}) {
      const response = await postJson('/api/users', { email, password: PASSWORD }, headers)
      expect(response.status).toBe(201)
      return { email, cookie: cookieOf(response), ...(await response.json()) }
    },
    /** Returns the cookie of a new guest. */
    async signInAsGuest(): Promise<string> {
      return cookieOf(await postForm('/guest', {}))
    },
  }
}
