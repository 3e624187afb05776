import { randomUUID } from 'node:crypto'
import type { TestApp } from '#tests/support/app.ts'
import { guest, registered } from '#tests/support/caller.ts'
import { seedChat, seedSuggestion } from '#tests/support/seed.ts'

export type CallerName =
  | 'owner'
  | 'stranger'
  | 'guest'
  /** The owner's API token as `Authorization: Bearer`. */
  | 'API token'
  /** The same as the cookie's value. */
  | 'API token as cookie'
  | 'signed out'
  | 'forged cookie'
  | 'forged bearer'

/** Whoever has a session of the owner. */
export const OWNERS = ['owner', 'API token', 'API token as cookie'] satisfies CallerName[]
export const NOBODIES = ['signed out', 'forged cookie', 'forged bearer'] satisfies CallerName[]

/** The callers, and ways to make records that belong to the owner or the guest. */
export type World = {
  app: TestApp
  ids: { owner: string; stranger: string; guest: string }
  /** The headers that say who is calling. */
  headersOf(name: CallerName): Record<string, string>
  /** Sends a request as one of them, without following redirects. */
  send(name: CallerName, path: string, init?: RequestInit): Promise<Response>
  /** Saves that many versions of a new document. */
  document(owner?: Owner, versions?: number): Promise<DocumentVersion[]>
  chat(owner?: Owner): ReturnType<typeof seedChat>
  /** A suggestion for a new document. */
  suggestion(owner?: Owner): Promise<{ id: string; documentId: string }>
}

type Owner = 'owner' | 'guest'
type DocumentVersion = { id: string; createdAt: string }

export async function createWorld(app: TestApp): Promise<World> {
  const [owner, stranger, visitor] = [
    await registered(app.url),
    await registered(app.url),
    await guest(app.url),
  ]
  const made = await owner.call('POST', '/api/tokens', { name: 'conformance' })
  const { token } = (await made.json()) as { token: string }
  const ids = { owner: owner.userId, stranger: stranger.userId, guest: visitor.userId }
  const headers: Record<CallerName, Record<string, string>> = {
    owner: { cookie: owner.client.cookie() },
    stranger: { cookie: stranger.client.cookie() },
    guest: { cookie: visitor.client.cookie() },
    'API token': { authorization: `Bearer ${token}` },
    'API token as cookie': { cookie: `session-token=${token}` },
    'signed out': {},
    'forged cookie': { cookie: `session-token=${'x'.repeat(43)}` },
    'forged bearer': { authorization: `Bearer ${'x'.repeat(43)}` },
  }

  function send(name: CallerName, path: string, init: RequestInit = {}) {
    const own = new Headers(init.headers)
    for (const [header, value] of Object.entries(headers[name])) own.set(header, value)
    return fetch(new URL(path, app.url), { redirect: 'manual', ...init, headers: own })
  }

  async function document(by: Owner = 'owner', count = 1) {
    const id = randomUUID()
    const versions: DocumentVersion[] = []
    for (let n = 1; n <= count; n++) {
      const saved = await send(by, `/api/document?id=${id}`, {
        method: 'POST',
        body: JSON.stringify({ title: 'Rain', content: `Version ${n}.`, kind: 'text' }),
      })
      if (!saved.ok) throw new Error(`Not saved: ${await saved.text()}`)
      versions.push((await saved.json()) as DocumentVersion)
    }
    return versions
  }

  return {
    app,
    ids,
    headersOf: (name) => headers[name],
    send,
    document,
    chat: (by = 'owner') => seedChat(app.database, ids[by]),
    async suggestion(by = 'owner') {
      const [version] = await document(by)
      const id = await seedSuggestion(app.database, { version, userId: ids[by] })
      return { id, documentId: version?.id ?? '' }
    },
  }
}
