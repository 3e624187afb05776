import type { UnsavedContent } from './session-types.ts'

/** Where what is not saved yet is kept, of one document. */
export type UnsavedStore = {
  read(): Promise<UnsavedContent | null>
  /** Keeps it, and says every few seconds that its tab is there, until `remove` or `close`. */
  write(unsaved: UnsavedContent): void
  remove(): void
  /** What is kept stays. */
  close(): void
}

/** Characters that fit into the browser's local storage beside those of other documents. */
const MOST_LOCAL = 800_000
/** Milliseconds after which what another tab has kept is taken over: that tab is gone. */
const ABANDONED_MS = 30_000
/** Milliseconds after which the tab says again that it is there. */
const SIGN_OF_LIFE_MS = 10_000

/**
 * Keeps unsaved contents in the browser: in the local storage, which is written at
 * once even as the page is left; a large one in IndexedDB. Each tab has its own, and
 * takes over those of tabs that are gone.
 */
export function createUnsavedStore(id: string): UnsavedStore {
  const prefix = `unsaved:${id}:`
  const key = prefix + tabName()
  let latest: UnsavedContent | null = null
  let signs: ReturnType<typeof setInterval> | undefined

  function put(unsaved: UnsavedContent) {
    const text = JSON.stringify(unsaved)
    if (text.length <= MOST_LOCAL && writeLocal(key, text)) return void large.remove(key)
    writeLocal(key, null)
    void large.write(key, text)
  }

  function close() {
    latest = null
    clearInterval(signs)
    signs = undefined
  }

  return {
    async read() {
      const found = [...readLocal(prefix), ...(await large.read(prefix))]
        .map(({ name, text }) => ({ name, unsaved: parse(text) }))
        .filter(({ name, unsaved }) => name === key || isAbandoned(unsaved))
      const own = found.find(({ name }) => name === key) ?? found[0]
      if (!own?.unsaved) return null
      if (own.name !== key) {
        put(own.unsaved)
        writeLocal(own.name, null)
        await large.remove(own.name)
      }
      return own.unsaved
    },
    write(unsaved) {
      latest = unsaved
      put(unsaved)
      signs ??= setInterval(() => latest && put({ ...latest, at: Date.now() }), SIGN_OF_LIFE_MS)
    },
    remove() {
      close()
      writeLocal(key, null)
      void large.remove(key)
    },
    close,
  }
}

function isAbandoned(unsaved: UnsavedContent | null): boolean {
  return unsaved !== null && unsaved.at < Date.now() - ABANDONED_MS
}

function parse(text: string): UnsavedContent | null {
  try {
    return JSON.parse(text) as UnsavedContent
  } catch {
    return null
  }
}

/** The same after a reload, another one in another tab. */
function tabName(): string {
  try {
    const known = sessionStorage.getItem('tab')
    const name = known ?? Math.random().toString(36).slice(2)
    if (!known) sessionStorage.setItem('tab', name)
    return name
  } catch {
    return 'tab'
  }
}

/** False when the browser's storage is full or forbidden. */
function writeLocal(name: string, text: string | null): boolean {
  try {
    if (text === null) localStorage.removeItem(name)
    else localStorage.setItem(name, text)
    return true
  } catch {
    return false
  }
}

function readLocal(prefix: string): { name: string; text: string }[] {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(prefix))
      .map((name) => ({ name, text: localStorage.getItem(name) ?? '' }))
  } catch {
    return []
  }
}

/** IndexedDB, for contents that the local storage is too small for. */
const large = {
  async read(prefix: string): Promise<{ name: string; text: string }[]> {
    const range = () => IDBKeyRange.bound(prefix, `${prefix}\uffff`)
    const names = await run('readonly', (all) => all.getAllKeys(range()))
    const texts = await run('readonly', (all) => all.getAll(range()))
    return (names ?? []).map((name, index) => ({
      name: String(name),
      text: String(texts?.[index] ?? ''),
    }))
  },
  write: (name: string, text: string) => run('readwrite', (all) => all.put(text, name)),
  remove: (name: string) => run('readwrite', (all) => all.delete(name)),
}

/** Null when the browser has no IndexedDB or refuses. */
function run<T>(
  mode: IDBTransactionMode,
  work: (all: IDBObjectStore) => IDBRequest<T>,
): Promise<T | null> {
  return new Promise((resolve) => {
    try {
      const opening = indexedDB.open('unsaved', 1)
      opening.onupgradeneeded = () => opening.result.createObjectStore('documents')
      opening.onerror = () => resolve(null)
      opening.onsuccess = () => {
        const database = opening.result
        const request = work(database.transaction('documents', mode).objectStore('documents'))
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => resolve(null)
        request.transaction?.addEventListener('complete', () => database.close())
      }
    } catch {
      resolve(null)
    }
  })
}
