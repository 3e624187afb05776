import { useNavigate, useNavigation, useRevalidator, useSearchParams } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { paths } from '#app/paths.ts'
import type { DocumentState } from '#hooks/documents/document-requests.ts'
import type { StoredVersion } from '#hooks/documents/session-types.ts'
import { deadline } from '#hooks/documents/timed-requests.ts'
import { useDocumentSession } from '#hooks/documents/use-document-session.ts'
import { useEditMode } from '#hooks/documents/use-edit-mode.ts'
import { useWholeVersion } from '#hooks/documents/use-whole-version.ts'
import { randomUuid } from '#hooks/random-uuid.ts'
import { useHydrated } from '#hooks/use-hydrated.ts'
import type { DocumentData } from '../document-data.ts'

/** Milliseconds after the last save before the list of versions is loaded again. */
const CALM_MS = 3_000

type Input = {
  id: string
  /** The version that is shown; null while there is none. */
  document: DocumentData | null
  /** Where the newest version is shown. */
  here: string
  onState(state: DocumentState): void
}

export type Editing = NonNullable<ReturnType<typeof useEditing>['editing']>

/**
 * The editing of the newest version of a document; `editing` is null for an earlier one,
 * an image, without JavaScript, and until all of a long content is there.
 */
export function useEditing({ id, document, here, onState }: Input) {
  const hydrated = useHydrated()
  const edited = hydrated && document?.isLatest && document.kind !== 'image' ? document : null
  const { whole, hasFailed, retry } = useWholeVersion(edited)
  const begun = useRef<StoredVersion | null>(null)
  begun.current = edited ? (begun.current ?? (whole && storedVersion(whole))) : null
  const [mode, setMode] = useEditMode()
  const kind = document?.kind ?? 'text'
  const opened = useDocumentSession({
    id,
    kind,
    version: begun.current,
    onState,
  })
  useLoadedVersion(opened, document)
  usePlainAddress(opened !== null, here)
  const navigate = useNavigate()
  /** The same however often it is tried: there is one copy then. */
  const [copyId] = useState(randomUuid)
  if (!opened) {
    return { editing: null, whole: edited?.isCut ? { hasFailed, retry } : null }
  }
  const { session, buffer, snapshot } = opened
  return {
    whole: null,
    editing: {
      session,
      buffer,
      snapshot,
      mode,
      setMode(next: 'edit' | 'read') {
        // What the reading view shows.
        buffer.get()
        setMode(next)
      },
      edited() {
        buffer.changed()
        session.edited()
      },
      /** The document was deleted elsewhere: what is written here becomes another one. */
      async saveCopy() {
        const { title } = session.getSnapshot()
        const isStored = await storeCopy(copyId, { title, content: buffer.get(), kind })
        if (!isStored) return
        session.abandon()
        navigate(paths.document(copyId))
      },
      /**
       * Saves what is not saved yet.
       *
       * @returns `createdAt` of the version that has it
       * @throws when it could not be saved
       */
      async flush(): Promise<string> {
        // What is typed during a save is saved by the next one.
        for (let saves = 0; saves < 3; saves += 1) {
          await session.flush()
          const { status, createdAt } = session.getSnapshot()
          if (status === 'saved') return createdAt
        }
        throw new Error('The document could not be saved.')
      },
    },
  }
}

type Opened = ReturnType<typeof useDocumentSession>

/** Keeps what the page has loaded and the session together: each may learn of a newer version first. */
function useLoadedVersion(opened: Opened, document: DocumentData | null) {
  const { revalidate } = useRevalidator()
  const session = opened?.session
  const createdAt = document?.createdAt
  const latest = useRef(document)
  latest.current = document

  useEffect(() => {
    const loaded = latest.current
    if (!session || !loaded || createdAt === session.getSnapshot().createdAt) return
    const isNewer = loaded.createdAt > session.getSnapshot().createdAt
    if (isNewer && !loaded.isCut) void session.remoteVersion(storedVersion(loaded))
    else void session.check()
  }, [session, createdAt])

  const known = opened?.snapshot.createdAt
  const isSaved = opened?.snapshot.status === 'saved'
  // Loading again would end a navigation, which loads by itself.
  const isNavigating = useNavigation().state !== 'idle'
  useEffect(() => {
    if (!isSaved || isNavigating || known === createdAt) return
    const timer = setTimeout(revalidate, CALM_MS)
    return () => clearTimeout(timer)
  }, [isSaved, isNavigating, known, createdAt, revalidate])
}

async function storeCopy(id: string, document: Record<string, string>): Promise<boolean> {
  const response = await fetch(`/api/document?id=${id}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(document),
    signal: deadline(document.content?.length),
  }).catch(() => null)
  return response?.ok ?? false
}

function storedVersion({ createdAt, title, content }: StoredVersion): StoredVersion {
  return { createdAt, title, content }
}

/**
 * The newest version has the address without a version: as soon as it is edited it is
 * another one. Which versions are listed stays.
 */
function usePlainAddress(isEditing: boolean, here: string) {
  const navigate = useNavigate()
  const [query] = useSearchParams()
  const isNamed = query.has('version')
  const before = query.get('versionsBefore')
  const address = before ? here + paths.versionQuery(undefined, before) : here
  useEffect(() => {
    if (isEditing && isNamed) navigate(address, { replace: true, preventScrollReset: true })
  }, [isEditing, isNamed, address, navigate])
}
