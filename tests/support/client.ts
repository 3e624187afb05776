import { randomUUID } from 'node:crypto'

type TestUser = { id: string; email: string | null; kind: string }

export type TestClient = {
  url: string
  get(path: string, init?: RequestInit): Promise<Response>
  post(path: string, json?: unknown, init?: RequestInit): Promise<Response>
  patch(path: string, json?: unknown, init?: RequestInit): Promise<Response>
  delete(path: string, init?: RequestInit): Promise<Response>
  /** Sends a request with the cookies. Redirects are not followed. */
  raw(path: string, init?: RequestInit): Promise<Response>
  /** Registers a new account and keeps its session. */
  register(): Promise<TestUser>
  /** Becomes a new guest and keeps its session. */
  guest(): Promise<void>
  cookie(): string
  setCookie(cookie: string): void
}

/** A `fetch` that keeps cookies, as a browser would. */
export function createClient(url: string): TestClient {
  const jar = new Map<string, string>()

  async function raw(path: string, init: RequestInit = {}) {
    const headers = new Headers(init.headers)
    if (jar.size > 0 && !headers.has('cookie')) headers.set('cookie', cookie())
    const response = await fetch(new URL(path, url), { redirect: 'manual', ...init, headers })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      const value = pair.slice(at + 1)
      if (value) jar.set(pair.slice(0, at), value)
      else jar.delete(pair.slice(0, at))
    }
    return response
  }

  function cookie() {
    return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  function send(method: string) {
    return (path: string, json?: unknown, init: RequestInit = {}) =>
      raw(path, {
        ...init,
        method,
        ...(json !== undefined && {
          body: JSON.stringify(json),
          headers: { 'Content-Type': 'application/json', ...init.headers },
        }),
      })
  }

  return {
    url,
    raw,
    cookie,
    setCookie(value) {
      const at = value.indexOf('=')
      jar.set(value.slice(0, at), value.slice(at + 1))
    },
    get: (path, init) => raw(path, init),
    post: send('POST'),
    patch: send('PATCH'),
    delete: (path, init) => raw(path, { ...init, method: 'DELETE' }),
    async register() {
      const email = `${randomUUID()}@example.com`
      const response = await send('POST')('/api/users', {
        email,
        password: 'correct horse battery',
      })
      if (response.status !== 201) throw new Error(`Not registered: ${await response.text()}`)
      return ((await response.json()) as { user: TestUser }).user
    },
    async guest() {
      const response = await raw('/guest', { method: 'POST' })
      if (response.status >= 400) throw new Error(`No guest: ${await response.text()}`)
    },
  }
}
