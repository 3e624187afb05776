import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { DocumentVersion } from '#core/documents/document-schema.ts'
import { createContentBuffer } from './content-buffer.ts'
import type { DocumentState } from './document-requests.ts'
import { createDocumentSession } from './document-session.ts'
import type { StoredVersion } from './session-types.ts'
import { createUnsavedStore } from './unsaved-store.ts'
import { watchDocument } from './watch-document.ts'

type Options = {
  id: string
  kind: DocumentVersion['kind']
  /** The newest version, from which the session begins; null while the document is not edited. */
  version: StoredVersion | null
  /** The document has this state on the server. */
  onState(state: DocumentState): void
}

/**
 * The saving of one open document, which begins and ends with its `version`. For another
 * document, the component needs another `key`. Later versions are ignored: the session
 * follows the server itself.
 */
export function useDocumentSession({ version, ...options }: Options) {
  const latest = useRef(options)
  latest.current = options
  const [open, setOpen] = useState<ReturnType<typeof openSession> | null>(null)
  if (version && !open) setOpen(openSession(version, latest))
  if (!version && open) setOpen(null)

  useEffect(() => {
    if (!open) return
    const { session, announced } = open
    void session.restore()
    const watching = watchDocument(latest.current.id, session)
    announced.current = watching.announce
    return () => {
      watching.stop()
      void session.flush()
      session.close()
    }
  }, [open])

  const snapshot = useSyncExternalStore(
    open?.session.subscribe ?? neverChanges,
    () => open?.session.getSnapshot() ?? null,
    () => null,
  )
  return open && snapshot && { session: open.session, buffer: open.buffer, snapshot }
}

function openSession(
  version: StoredVersion,
  latest: { readonly current: Omit<Options, 'version'> },
) {
  const { id, kind } = latest.current
  const buffer = createContentBuffer(version.content)
  const announced: { current?: (createdAt: string) => void } = {}
  const session = createDocumentSession({
    id,
    kind,
    version,
    getContent: buffer.get,
    onContent: buffer.set,
    onState: (state) => latest.current.onState(state),
    onSaved: (createdAt) => announced.current?.(createdAt),
    store: createUnsavedStore(id),
  })
  return { session, buffer, announced }
}

function neverChanges() {
  return () => {}
}
