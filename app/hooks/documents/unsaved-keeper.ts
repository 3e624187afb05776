import type { StoredVersion, UnsavedContent } from './session-types.ts'
import type { UnsavedStore } from './unsaved-store.ts'

/** Milliseconds after an edit in which it is kept; to write a large content takes a while in which nobody can type. */
const KEEP_MS = 400
const KEEP_LARGE_MS = 3_000
/** Characters of a content that is kept less often while it is typed. */
const LARGE = 200_000

type KeeperOptions = {
  store: UnsavedStore | undefined
  getUnsaved(): UnsavedContent
  /** Whether there is nothing to be kept. */
  isSaved(): boolean
}

/** Keeps what a session has not saved yet in the browser, until it is stored. */
export function createUnsavedKeeper({ store, getUnsaved, isSaved }: KeeperOptions) {
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Then another session of the tab may have begun, which keeps what it has. */
  let hasEnded = false

  function keep() {
    if (!hasEnded) store?.write(getUnsaved())
  }

  return {
    keep,
    /** Not with every key: the whole content is written. */
    keepSoon(characters: number) {
      timer ??= setTimeout(
        () => {
          timer = undefined
          if (!isSaved()) keep()
        },
        characters > LARGE ? KEEP_LARGE_MS : KEEP_MS,
      )
    },
    /** What is kept is stored now; after the session has ended, only if it is the same. */
    async forget(stored: StoredVersion) {
      if (!hasEnded) return store?.remove()
      const kept = await store?.read()
      if (kept?.content === stored.content && kept.title === stored.title) store?.remove()
    },
    /** The session ends: what is kept stays, and is not written any more. */
    end() {
      hasEnded = true
      clearTimeout(timer)
      store?.close()
    },
  }
}
