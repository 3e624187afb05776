import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import { placeSuggestions } from '../documents/anchors/place-suggestions.ts'
import type { DocumentVersion } from '../documents/document-schema.ts'
import { getVersion } from '../documents/find-version.ts'
import { lockDocument, saveVersion } from '../documents/save-version.ts'
import { whyNotFound } from '../ownership.ts'
import { applySuggestions, isNote } from './apply-suggestions.ts'
import { withinPlacingLimit } from './place-in-turn.ts'
import { readSuggestedVersions } from './read-open-suggestions.ts'
import { resolveSuggestion } from './resolve-suggestion.ts'
import type { Suggestion } from './suggestion-schema.ts'

type Input = { id: string; userId: string }

type Accepted = { suggestion: Suggestion; version: DocumentVersion }

/**
 * Applies a user's suggestion to the newest version of its document, at the place
 * where its text stands now: saves the result as a new version and resolves the
 * suggestion, both or neither. A note changes nothing, and is only resolved.
 *
 * @returns the newest version then
 * @throws {AppError} not-found; not-owner; conflict, when it is resolved
 *   already or its original text is no longer in the document; unavailable
 */
export async function acceptSuggestion(em: EntityManager, input: Input): Promise<Accepted> {
  return withinPlacingLimit(input.userId, () => em.transactional((tx) => accept(tx, input)))
}

async function accept(tx: EntityManager, { id, userId }: Input): Promise<Accepted> {
  const edit = await lockOpenSuggestion(tx, { id, userId })
  const { documentId } = edit
  const latest = await getVersion(tx, { id: documentId, userId })
  if (isNote(edit)) {
    return { suggestion: await resolveSuggestion(tx, { id, userId }), version: latest }
  }
  const content = latest.content ?? ''
  const known = new Map([[latest.createdAt, content]])
  const versions = await readSuggestedVersions(tx, { documentId, userId }, [edit], known)
  const applied = applySuggestions(content, placeSuggestions([edit], versions, content))
  if (applied.ids.length === 0) {
    throw new AppError(
      'conflict',
      'The text that this suggestion would replace is no longer in the document. Dismiss the suggestion.',
    )
  }
  const edited = { ...latest, content: applied.content, origin: 'accept' } as const
  const version = await saveVersion(tx, edited)
  const suggestion = await resolveSuggestion(tx, { id, userId })
  return { suggestion, version }
}

/**
 * Locks the document before its newest version is read, so that a save that comes
 * in between is edited, not undone. Two clicks at once: the second waits for that
 * lock, then finds the suggestion resolved.
 */
async function lockOpenSuggestion(tx: EntityManager, { id, userId }: Input) {
  const found = kysely(tx)
    .selectFrom('Suggestion')
    .where('id', '=', id)
    .where('userId', '=', userId)
  const target = await found.select('documentId').executeTakeFirst()
  if (!target) throw await whyNotFound(tx, 'suggestion', id)
  await lockDocument(tx, target.documentId)
  const suggestion = await found
    .select([
      'id',
      'documentId',
      'documentCreatedAt',
      'originalText',
      'startOffset',
      'suggestedText',
      'description',
      'isResolved',
    ])
    .forUpdate()
    .executeTakeFirst()
  if (!suggestion) throw await whyNotFound(tx, 'suggestion', id)
  if (suggestion.isResolved) throw new AppError('conflict', 'This suggestion is resolved already.')
  return suggestion
}
