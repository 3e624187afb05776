import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDocumentSession } from '#hooks/documents/document-session.ts'
import { createUnsavedStore } from '#hooks/documents/unsaved-store.ts'

/** What the browser keeps; as in a browser, its keys are those of the object. */
class LocalStorage {
  [name: string]: unknown
}
Object.defineProperties(LocalStorage.prototype, {
  getItem: {
    value(this: LocalStorage, name: string) {
      return this[name] ?? null
    },
  },
  setItem: {
    value(this: LocalStorage, name: string, text: string) {
      this[name] = text
    },
  },
  removeItem: {
    value(this: LocalStorage, name: string) {
      delete this[name]
    },
  },
})

let kept: LocalStorage

beforeEach(() => {
  vi.useFakeTimers()
  kept = new LocalStorage()
  vi.stubGlobal('localStorage', kept)
  vi.stubGlobal('sessionStorage', new LocalStorage())
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const ID = 'b1f3c1de-0000-4000-8000-000000000000'
const VERSION = { createdAt: '2026-01-01T00:00:00.000Z', title: 'Note', content: 'One.' }
const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A page of the tab with the document open. */
function openPage(send: typeof fetch) {
  let content = VERSION.content
  const session = createDocumentSession({
    id: ID,
    kind: 'text',
    version: VERSION,
    getContent: () => content,
    onContent: (shown) => {
      content = shown
    },
    store: createUnsavedStore(ID),
    fetch: send,
  })
  function type(typed: string) {
    content = typed
    session.edited()
  }
  return { session, type, content: () => content }
}

const unreachable: typeof fetch = () => Promise.reject(new TypeError('Failed to fetch'))
const saves: typeof fetch = (_, init) => {
  const { title, content } = JSON.parse(String(init?.body))
  return Promise.resolve(Response.json({ title, content, createdAt: '2026-01-02T00:00:00.000Z' }))
}

test('what was not saved is taken up again in its tab, and kept no more once it is stored', async () => {
  const page = openPage(unreachable)
  page.type('One and more.')
  await wait(2_000)
  await page.session.flush()
  page.session.close()
  expect(Object.keys(kept)).toHaveLength(1)

  const next = openPage(saves)
  await next.session.restore()
  expect(next.content()).toBe('One and more.')
  await wait(5_000)
  expect(next.session.getSnapshot().status).toBe('saved')
  await wait(60_000)
  expect(Object.keys(kept)).toEqual([])
  next.session.close()
})

test('a tab that edits says that it is there, until its page is closed', async () => {
  const page = openPage(unreachable)
  page.type('One and more.')
  await wait(2_000)
  const keptAt = () => JSON.parse(String(Object.values(kept)[0])).at
  const first = keptAt()
  await wait(25_000)
  expect(keptAt()).toBeGreaterThan(first)
  page.session.close()
  const last = keptAt()
  await wait(60_000)
  expect(keptAt()).toBe(last)
})
