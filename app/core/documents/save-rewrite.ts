import type { EntityManager } from '#db/orm.ts'
import type { DocumentVersion } from './document-schema.ts'
import { findVersion } from './find-version.ts'
import { withLineEndsOf } from './line-ends.ts'
import { mergeVersions } from './merge/merge-versions.ts'
import { lockDocument, saveVersion } from './save-version.ts'
import { storeConflictSuggestions, suggestConflicts } from './suggest-conflicts.ts'

type Rewrite = {
  userId: string
  chatId: string
  /** What the AI has written. */
  content: string
  /** The version that it was told to change. */
  base: DocumentVersion
}

/**
 * `saved`: the document was as it had been; `merged`: it was changed meanwhile, and the
 * newest version has both, with `suggestions` for what the AI would have written where
 * both have changed the same; `kept`: both could not be merged, what the AI has
 * written is the version before the newest one.
 */
export type RewriteOutcome = {
  status: 'saved' | 'merged' | 'kept'
  title: string
  suggestions: number
}

/**
 * Stores what the AI has made of a version of a document. What a person has saved
 * while it wrote is never undone: both are merged, where both have changed the same
 * the person's text stays (docs/decisions/0034-edits-are-merged.md).
 *
 * @param tx a transaction: all is stored or nothing
 * @throws {AppError} not-owner, when the id is another user's document by now
 */
export async function saveRewrite(
  tx: EntityManager,
  { userId, chatId, content: written, base }: Rewrite,
): Promise<RewriteOutcome> {
  const { id, kind } = base
  const content = kind === 'image' ? written : withLineEndsOf(base.content ?? '', written)
  const own = { id, userId, chatId }
  await lockDocument(tx, id)
  const newest = await findVersion(tx, { id, userId })
  const title = newest?.title ?? base.title
  const isAlone =
    !newest ||
    newest.createdAt === base.createdAt ||
    (newest.kind === kind && newest.content === base.content)
  // An image is drawn anew: nobody else has drawn in it.
  if (isAlone || (newest.kind === 'image' && kind === 'image')) {
    await saveVersion(tx, { ...own, title, kind, content, origin: 'ai' })
    return { status: 'saved', title, suggestions: 0 }
  }
  const ours = newest.content ?? ''
  const merged =
    newest.kind === kind
      ? mergeVersions(kind, { base: base.content ?? '', ours, theirs: content })
      : null
  const suggestions = merged && suggestConflicts(kind, merged)
  if (!merged || !suggestions) {
    await saveVersion(tx, { ...own, title, kind, content, origin: 'ai' })
    await saveVersion(tx, { ...own, ...newest, content: ours, origin: 'restore' })
    return { status: 'kept', title, suggestions: 0 }
  }
  // The same text again would be no version to tell from the one before.
  const { createdAt } =
    merged.content === ours
      ? newest
      : await saveVersion(tx, { ...own, title, kind, content: merged.content, origin: 'ai' })
  await storeConflictSuggestions(tx, { id, userId, createdAt }, suggestions)
  return { status: 'merged', title, suggestions: suggestions.length }
}
