import { useSyncExternalStore } from 'react'
import type { DocumentDraft, DocumentDrafts } from './document-drafts.ts'

/** What a reply is writing of a document; undefined when none does. */
export function useDocumentDraft(
  drafts: DocumentDrafts | undefined,
  id: string | undefined,
): DocumentDraft | undefined {
  const get = () => (id === undefined ? undefined : drafts?.get(id))
  return useSyncExternalStore(drafts?.subscribe ?? neverChanges, get, () => undefined)
}

function neverChanges() {
  return () => {}
}
