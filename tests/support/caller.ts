import { randomUUID } from 'node:crypto'
import { createClient, type TestClient } from './client.ts'

/** Someone who calls the interface: with a session, as a guest, or with none. */
export type Caller = {
  client: TestClient
  /** Empty for a caller without a session. */
  userId: string
  /** Sends a request; a string body is sent unchanged, anything else as JSON. */
  call(method: string, path: string, body?: unknown): Promise<Response>
}

function createCaller(client: TestClient, userId: string): Caller {
  return {
    client,
    userId,
    call: (method, path, body) =>
      client.raw(path, {
        method,
        ...(body !== undefined && {
          headers: { 'Content-Type': 'application/json' },
          body: typeof body === 'string' ? body : JSON.stringify(body),
        }),
      }),
  }
}

/** Registers an account. */
export async function registered(url: string): Promise<Caller> {
  const client = createClient(url)
  return createCaller(client, (await client.register()).id)
}

/** Creates a guest. */
export async function guest(url: string): Promise<Caller> {
  const client = createClient(url)
  const form = new URLSearchParams()
  await client.raw('/guest', { method: 'POST', body: form })
  const session = await client.get('/api/session')
  const { user } = (await session.json()) as { user: { id: string } }
  return createCaller(client, user.id)
}

/** A caller without a session. */
export function signedOut(url: string): Caller {
  return createCaller(createClient(url), '')
}

/** A caller with a session token that was never issued. */
export function withForgedSession(url: string): Caller {
  const client = createClient(url)
  client.setCookie(`session-token=${randomUUID()}`)
  return createCaller(client, '')
}
