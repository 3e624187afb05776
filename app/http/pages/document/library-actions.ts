import { redirect } from '@remix-run/node'
import { saveDocumentBody } from '#core/documents/document-schema.ts'
import { copyDocument } from '#core/library/copy-document.ts'
import { deleteDocument } from '#core/library/delete-documents.ts'
import { removeDeletedDocument } from '#core/library/deleted-documents.ts'
import { renameDocument } from '#core/library/rename-document.ts'
import { restoreDocument } from '#core/library/restore-document.ts'
import { parseInput } from '../../requests/parse-input.ts'
import { redirectTarget } from '../redirect-target.ts'
import type { DocumentActions } from './document-action.ts'

const renameForm = saveDocumentBody.pick({ title: true })

const LIBRARY = '/documents'

/**
 * What can be done with a document as a whole. After a form of the library the
 * browser goes back to the same part of it, where a notice says what was done.
 */
export const libraryActions: DocumentActions = {
  async rename({ em, id, userId, form }) {
    const { title } = parseInput(renameForm, form)
    await renameDocument(em, { id, userId, title: title.trim() })
  },
  async duplicate({ em, id, userId, form }) {
    const copyId = await copyDocument(em, { id, userId })
    if (form.stay) return Response.json({ done: true, id: copyId })
    const back = libraryAddress(form.redirectTo, { copied: copyId })
    return redirect(back ?? `/documents/${copyId}`, 303)
  },
  async delete({ em, id, userId, form }) {
    const keptId = await deleteDocument(em, { id, userId })
    if (form.stay) return Response.json({ done: true, keptId })
    // Wherever the form was, its document is not there any more.
    const notice = { deleted: keptId }
    return redirect(libraryAddress(form.redirectTo ?? LIBRARY, notice) ?? withQuery(notice), 303)
  },
  /** The document is named by the id under which it is kept. */
  async undelete({ em, id: keptId, userId, form }) {
    const id = await restoreDocument(em, { keptId, userId })
    if (form.stay) return Response.json({ done: true, id })
    const back = libraryAddress(form.redirectTo, {
      restored: id,
      ...(id === keptId && { moved: '1' }),
    })
    return redirect(back ?? `/documents/${id}`, 303)
  },
  /** As above; the document cannot be brought back any more. */
  async 'delete-forever'({ em, id: keptId, userId, form }) {
    await removeDeletedDocument(em, { keptId, userId })
    if (form.stay) return Response.json({ done: true })
    return redirect(libraryAddress(form.redirectTo, { removed: '1' }) ?? LIBRARY, 303)
  },
}

/** The address of the library that a form asks to come back to, with a notice; null for any other. */
function libraryAddress(
  redirectTo: string | undefined,
  notice: Record<string, string>,
): string | null {
  const { pathname, searchParams } = new URL(redirectTarget(redirectTo), 'http://x')
  return pathname === LIBRARY ? withQuery({ ...Object.fromEntries(searchParams), ...notice }) : null
}

function withQuery(query: Record<string, string>): string {
  return `${LIBRARY}?${new URLSearchParams(query)}`
}
