import { createRepaintScheduler } from './repaint-scheduler.ts'

/** A document while a reply writes it, and until the stored version is shown. */
export type DocumentDraft = {
  id: string
  /** Empty until it is known; likewise the kind, which an update does not tell. */
  title: string
  kind: string | undefined
  content: string
  /** `stored` or `failed` once the reply's tool has ended. */
  state: 'writing' | 'stored' | 'failed'
}

export type DocumentDrafts = ReturnType<typeof createDocumentDrafts>

/** Characters of a document that are kept while it is written; the stored version has all of it. */
const MAX_DRAFT_LENGTH = 500_000

type DraftsOptions = {
  /** Runs a repaint with the next frame; for tests. */
  schedule?: ((repaint: () => void) => void) | undefined
  /** A reply begins to write a document. */
  onStart?(id: string): void
}

/**
 * The documents that the reply of a chat writes, by their ids. They are kept
 * apart from the messages, so that what grows with every word repaints only the
 * views of the document, at most once a frame.
 */
export function createDocumentDrafts({ schedule, onStart }: DraftsOptions = {}) {
  const drafts = new Map<string, DocumentDraft>()
  const listeners = new Set<() => void>()
  const repaints = createRepaintScheduler(schedule)

  function notify() {
    for (const listener of listeners) listener()
  }

  function change(id: string, fields: Partial<DocumentDraft>) {
    const draft = drafts.get(id)
    if (!draft) return
    drafts.set(id, { ...draft, ...fields })
    repaints.request(notify)
  }

  return {
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },

    /** A draft is a new object after every change. */
    get: (id: string): DocumentDraft | undefined => drafts.get(id),

    /** Whether any document was written since the page was loaded. */
    hasAny: (): boolean => drafts.size > 0,

    /** A reply begins to write a document, or to write it again. */
    start(draft: Pick<DocumentDraft, 'id' | 'title' | 'kind'>) {
      drafts.set(draft.id, { ...draft, content: '', state: 'writing' })
      repaints.request(notify)
      onStart?.(draft.id)
    },

    append(id: string, text: string, kind: string) {
      const draft = drafts.get(id)
      if (draft && draft.content.length < MAX_DRAFT_LENGTH) {
        change(id, { content: draft.content + text, kind })
      }
    },

    replace(id: string, content: string, kind: string) {
      change(id, { content: content.slice(0, MAX_DRAFT_LENGTH), kind })
    },

    end(id: string, state: 'stored' | 'failed') {
      change(id, { state })
    },

    /** The reply has ended, also in the middle of a document: what there is of it is stored, if at all. */
    endAll() {
      for (const { id, state } of drafts.values())
        if (state === 'writing') change(id, { state: 'stored' })
    },
  }
}
