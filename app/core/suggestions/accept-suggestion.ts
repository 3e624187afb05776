import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import type { DocumentVersion } from '../documents/document-schema.ts'
import { findLatestVersion } from '../documents/find-latest-version.ts'
import { saveVersion } from '../documents/save-version.ts'
import { resolveSuggestion, whyNotFound } from './resolve-suggestion.ts'
import type { Suggestion } from './suggestion-schema.ts'

type Edit = { document_id: string; original_text: string; suggested_text: string }

/**
 * Applies a user's suggestion to the newest version of its document: saves the
 * result as a new version and resolves the suggestion, both or neither.
 *
 * @throws {AppError} not-found; not-owner; conflict, when it is resolved
 *   already or its original text is no longer in the document
 */
export async function acceptSuggestion(
  em: EntityManager,
  { id, userId }: { id: string; userId: string },
): Promise<{ suggestion: Suggestion; version: DocumentVersion }> {
  return em.transactional(async (tx) => {
    const edit = await findOpenEdit(tx, { id, userId })
    const latest = await findLatestVersion(tx, { id: edit.document_id, userId })
    const content = latest?.content ?? ''
    const at = content.indexOf(edit.original_text)
    if (!latest || at < 0) {
      throw new AppError(
        'conflict',
        'The text that this suggestion would replace is no longer in the document. Dismiss the suggestion.',
      )
    }
    const edited =
      content.slice(0, at) + edit.suggested_text + content.slice(at + edit.original_text.length)
    const version = await saveVersion(tx, { ...latest, content: edited })
    const suggestion = await resolveSuggestion(tx, { id, userId })
    return { suggestion, version }
  })
}

async function findOpenEdit(
  tx: EntityManager,
  { id, userId }: { id: string; userId: string },
): Promise<Edit> {
  // Two clicks at once: the second waits here, then finds it resolved. The
  // document's lock is taken before its newest version is read, so that a save
  // in between is edited, not undone.
  const [edit] = await tx.execute<(Edit & { is_resolved: boolean })[]>(
    `select document_id, original_text, suggested_text, is_resolved
       from suggestion where id = ? and user_id = ? for update`,
    [id, userId],
  )
  if (!edit) throw await whyNotFound(tx, id)
  if (edit.is_resolved) throw new AppError('conflict', 'This suggestion is resolved already.')
  await tx.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [edit.document_id])
  return edit
}
