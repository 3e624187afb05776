import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import type { DocumentVersion } from '../documents/document-schema.ts'
import { findVersion } from '../documents/find-version.ts'
import { lockDocument, saveVersion } from '../documents/save-version.ts'
import { whyNotFound } from '../ownership.ts'
import { resolveSuggestion } from './resolve-suggestion.ts'
import type { Suggestion } from './suggestion-schema.ts'

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
    const edit = await lockOpenSuggestion(tx, { id, userId })
    // Locked before its newest version is read, so that a save that comes in
    // between is edited, not undone.
    await lockDocument(tx, edit.documentId)
    const latest = await findVersion(tx, { id: edit.documentId, userId })
    const content = latest?.content ?? ''
    const at = content.indexOf(edit.originalText)
    if (!latest || at < 0) {
      throw new AppError(
        'conflict',
        'The text that this suggestion would replace is no longer in the document. Dismiss the suggestion.',
      )
    }
    const edited =
      content.slice(0, at) + edit.suggestedText + content.slice(at + edit.originalText.length)
    const version = await saveVersion(tx, { ...latest, content: edited })
    const suggestion = await resolveSuggestion(tx, { id, userId })
    return { suggestion, version }
  })
}

/** Two clicks at once: the second waits for the lock here, then finds the suggestion resolved. */
async function lockOpenSuggestion(
  tx: EntityManager,
  { id, userId }: { id: string; userId: string },
) {
  const suggestion = await kysely(tx)
    .selectFrom('Suggestion')
    .select(['documentId', 'originalText', 'suggestedText', 'isResolved'])
    .where('id', '=', id)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  if (!suggestion) throw await whyNotFound(tx, 'suggestion', id)
  if (suggestion.isResolved) throw new AppError('conflict', 'This suggestion is resolved already.')
  return suggestion
}
