import type { DocumentVersion } from '#core/documents/document-schema.ts'
import type { ConflictChoice } from '#core/documents/merge/resolve-conflicts.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { createDocumentRequests, type DocumentState, type SaveAnswer } from './document-requests.ts'
import { meetVersion, settleConflict } from './session-merge.ts'
import type { SessionSnapshot, StoredVersion } from './session-types.ts'
import { createSitting } from './sitting.ts'
import { createUnsavedKeeper } from './unsaved-keeper.ts'
import type { UnsavedStore } from './unsaved-store.ts'

export type DocumentSessionOptions = {
  id: string
  kind: DocumentVersion['kind']
  /** The newest version, which the editor shows at first. */
  version: StoredVersion
  /** The content of the editor. */
  getContent(): string
  /** Shows a content that was merged, restored or chosen. */
  onContent(content: string): void
  /** The document has this state on the server. */
  onState?(state: DocumentState): void
  /** A version was saved here. */
  onSaved?(createdAt: string): void
  /** Where what is not saved yet is kept. */
  store?: UnsavedStore
  /** For tests. */
  fetch?: typeof fetch
  now?: () => number
}

export type DocumentSession = ReturnType<typeof createDocumentSession>

/** Milliseconds without an edit before a save, and after the first edit at the latest. */
const PAUSE_MS = 1_500
const LATEST_MS = 10_000
/** Milliseconds before each next attempt while the server cannot be reached. */
const RETRY_DELAYS = [2_000, 5_000, 15_000, 30_000]
/** Contents without an answer that are remembered: any of them may have been stored. */
const MOST_SENT = 4

/**
 * The edits of one open document: saves them by itself, merges what is saved
 * elsewhere into them, and never gives one up: what cannot be saved is kept in the
 * browser, what conflicts is kept until somebody has chosen.
 */
export function createDocumentSession(options: DocumentSessionOptions) {
  const { id, kind, getContent, onContent, store } = options
  const now = options.now ?? Date.now
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => fetch(...args))
  const requests = createDocumentRequests(id, kind, send)
  const sitting = createSitting(now)
  const listeners = new Set<() => void>()

  /** The version that the content of the editor began from. */
  let base = options.version
  let title = base.title
  /** Contents that were sent since and got no answer. */
  let sent: string[] = []
  let saving: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let dirtySince: number | null = null
  let failures = 0
  /** `closed`: its page goes on without it, perhaps with another one. `abandoned`: nothing is to be saved any more. */
  let end: 'closed' | 'abandoned' | null = null
  let snapshot: SessionSnapshot = {
    status: 'saved',
    savedAt: null,
    title,
    createdAt: base.createdAt,
    conflict: null,
    problem: null,
  }

  function update(change: Partial<SessionSnapshot>) {
    const next = { ...snapshot, title, createdAt: base.createdAt, ...change }
    // With every key that is typed, mostly nothing changes.
    if (isSameSnapshot(snapshot, next)) return
    snapshot = next
    for (const listener of listeners) listener()
  }
  const isDirty = () => getContent() !== base.content || title !== base.title

  const keeper = createUnsavedKeeper({
    store,
    getUnsaved: () => ({ base, title, content: getContent(), sent, at: now() }),
    isSaved: () => snapshot.status === 'saved',
  })
  function schedule(delay: number) {
    clearTimeout(timer)
    if (!end) timer = setTimeout(() => void save(), delay)
  }

  function edited() {
    keeper.keepSoon(base.content.length)
    if (snapshot.conflict) {
      const { current } = snapshot.conflict
      clearTimeout(timer)
      timer = setTimeout(() => snapshot.conflict && meet(current), PAUSE_MS)
      return
    }
    dirtySince ??= now()
    // While the server is away or refuses for a while, its own timer goes on.
    if (failures === 0) schedule(Math.max(0, Math.min(PAUSE_MS, dirtySince + LATEST_MS - now())))
    if (snapshot.status !== 'saving' && snapshot.status !== 'offline') {
      update({ status: 'dirty', problem: failures > 0 ? snapshot.problem : null })
    }
  }

  /** Everything is stored. */
  function settle() {
    clearTimeout(timer)
    dirtySince = null
    void keeper.forget(base)
    update({ status: 'saved', problem: null, conflict: null })
  }

  /** Takes a version that was saved elsewhere into what is edited here. */
  function meet(version: StoredVersion) {
    const met = meetVersion(kind, { base, title, content: getContent() }, version, sent)
    if (!('conflict' in met)) return take(version, met.content, met.title)
    clearTimeout(timer)
    keeper.keep()
    update({ status: 'conflict', conflict: met.conflict, problem: null })
  }

  /** Goes on from a version, with this content and title. */
  function take(version: StoredVersion, content: string, newTitle: string) {
    base = version
    sent = []
    title = newTitle
    if (content !== getContent()) onContent(content)
    if (!isDirty()) return settle()
    keeper.keep()
    dirtySince ??= now()
    update({ status: 'dirty', conflict: null })
    if (!saving) schedule(PAUSE_MS)
  }

  function save(leaving = false): Promise<void> {
    if (saving && !leaving) return saving.then(() => (isDirty() ? save() : undefined))
    if (snapshot.conflict || end === 'abandoned') return Promise.resolve()
    clearTimeout(timer)
    const content = getContent()
    if (content === base.content && title === base.title) {
      settle()
      return Promise.resolve()
    }
    const request = {
      title,
      content,
      baseCreatedAt: base.createdAt,
      replaceBase: sitting.mayReplace(base.createdAt),
    }
    sent = [...sent.filter((each) => each !== content), content].slice(-MOST_SENT)
    dirtySince = null
    keeper.keep()
    update({ status: 'saving' })
    const began = base
    const run = requests.save(request, { leaving }).then((answer) => {
      if (saving === run) saving = null
      // A page that was left and came back may have had an answer before.
      if (base === began) receive(answer, request)
    })
    saving = run
    return run
  }

  function receive(answer: SaveAnswer, request: { title: string; content: string }) {
    if (answer.type === 'unreachable') return retry({ status: 'offline', problem: null })
    failures = 0
    if (answer.type === 'refused') {
      const { problem, retryAfter } = answer
      sent = []
      if (retryAfter === null) update({ status: 'failed', problem })
      else retry({ status: 'failed', problem }, retryAfter)
      return
    }
    if (answer.type === 'conflict') return meet(answer.current)
    const { version } = answer
    sitting.saved(version.createdAt)
    // What was typed since is an edit of what was sent.
    base = { ...base, title: request.title, content: request.content }
    update({ savedAt: now(), problem: null })
    meet(version)
    options.onSaved?.(version.createdAt)
  }

  function retry(change: Partial<SessionSnapshot>, delay?: number) {
    keeper.keep()
    const [last = 0] = RETRY_DELAYS.slice(-1)
    schedule(delay ?? RETRY_DELAYS[failures] ?? last)
    failures += 1
    update(change)
  }

  async function check(): Promise<void> {
    await saving
    if (end) return
    const began = base
    const state = await requests.readState()
    if (!state) return
    options.onState?.(state)
    const known = snapshot.conflict?.current ?? began
    if (state.createdAt === known.createdAt || saving) return
    const version = await requests.readNewest(began.content.length)
    if (version && !saving && base === began) meet(version)
  }

  return {
    edited,
    rename(newTitle: string) {
      title = newTitle
      edited()
      update({})
    },
    /** Saves now. With `leaving`, as the page is left: what is not stored in time is kept here. */
    flush({ leaving = false } = {}): Promise<void> {
      if (leaving && (snapshot.conflict || isDirty())) keeper.keep()
      return save(leaving)
    },
    /** The network is back. */
    online() {
      if (snapshot.status === 'offline') void save()
    },
    /** A version was saved elsewhere, by the AI for example. */
    async remoteVersion(version: StoredVersion) {
      await saving
      if (version.createdAt > (snapshot.conflict?.current ?? base).createdAt) meet(version)
    },
    /** Asks the server whether the document has changed. A large version is not loaded twice at once. */
    check: oneAtATime(check),
    /** Applies a choice for each conflict, in order, and saves. */
    resolveConflict(choices: ConflictChoice[], titleChoice: 'mine' | 'theirs' = 'mine') {
      const { conflict } = snapshot
      if (!conflict) return
      const local = { base, title, content: getContent() }
      const settled = settleConflict(kind, local, conflict, choices, titleChoice)
      if (!settled) return meet(conflict.current)
      take(conflict.current, settled.content, settled.title)
      if (snapshot.status === 'dirty') void save()
    },
    /** Takes up what an earlier page did not get to save; call it once the editor is there. */
    async restore(): Promise<void> {
      const unsaved = await store?.read()
      if (!unsaved || isDirty() || saving) return
      const version = base
      const isStored = unsaved.sent.includes(version.content)
      base = isStored ? version : unsaved.base
      title = unsaved.title
      sent = isStored ? [] : unsaved.sent
      if (unsaved.content !== getContent()) onContent(unsaved.content)
      meet(version)
      if (snapshot.status === 'dirty') void save()
    },
    /** Stops the timers; what is not saved is kept, and a save that has begun ends. */
    close() {
      if (snapshot.conflict || isDirty()) keeper.keep()
      clearTimeout(timer)
      keeper.end()
      end ??= 'closed'
    },
    /** What was written has been stored elsewhere, as another document: it is not kept here. */
    abandon() {
      store?.remove()
      keeper.end()
      end = 'abandoned'
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: () => snapshot,
    /** The version that the content began from. */
    getBase: () => base,
  }
}

function isSameSnapshot(one: SessionSnapshot, other: SessionSnapshot): boolean {
  return (Object.keys(one) as (keyof SessionSnapshot)[]).every((key) => one[key] === other[key])
}
