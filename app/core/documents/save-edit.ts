import { nextVersionTime } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import type { DocumentVersion } from './document-schema.ts'
import { assertDocumentOwner, findVersion, selectVersion } from './find-version.ts'
import { mergeEdits } from './merge/merge-edits.ts'
import { mergeInTurn } from './merge-in-turn.ts'
import { lockDocument, saveVersion } from './save-version.ts'
import type { VersionKey } from './version-json.ts'

type Edit = Omit<DocumentVersion, 'createdAt' | 'content'> & {
  content: string
  /** The version that was edited. */
  baseCreatedAt: string
  /** That version is of the same sitting: it is replaced, where nothing hangs on it. */
  replaceBase?: boolean | undefined
}

/**
 * `saved`: what was sent is the newest version now, alone or merged; `unchanged`: it
 * was already, nothing was written; `conflict`: neither, and the newest version is
 * `current`. The content is given where it was written.
 */
type Outcome =
  | { status: 'saved'; version: DocumentVersion }
  | { status: 'unchanged' | 'conflict'; current: VersionKey }

/** Saves that come in between, each of which makes an edit be merged once more. */
const ATTEMPTS = 8

/**
 * Saves an edit of a version. Where a newer version exists, what was changed in
 * both is merged when it does not touch; else nothing is written
 * (docs/decisions/0034-edits-are-merged.md).
 *
 * @throws {AppError} not-found; not-owner; too-large; unavailable
 */
export async function saveEdit(em: EntityManager, sent: Edit): Promise<Outcome> {
  // As the database would have it: half of a surrogate pair is U+FFFD.
  const [title, content] = [sent.title.toWellFormed(), sent.content.toWellFormed()]
  const edit = { ...sent, title, content }
  const direct = await saveOnto(em, edit, edit.baseCreatedAt)
  if (direct.status !== 'stale') return direct
  return mergeInTurn(edit.userId, () => mergeAndSave(em, edit, direct.current))
}

async function mergeAndSave(em: EntityManager, edit: Edit, newest: VersionKey): Promise<Outcome> {
  const { id, userId, kind } = edit
  const base = await findVersion(em, { id, userId, createdAt: edit.baseCreatedAt })
  let current = newest
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const theirs = await findVersion(em, { id, userId, createdAt: current.createdAt })
    if (theirs) {
      if (!base || theirs.kind !== kind) return { status: 'conflict', current }
      const merged = mergeEdits(kind, { base, ours: edit, theirs })
      if (!merged) return { status: 'conflict', current }
      const outcome = await saveOnto(em, { ...edit, ...merged }, theirs.createdAt)
      if (outcome.status !== 'stale') return outcome
      current = outcome.current
    } else {
      // It was replaced or deleted since.
      const outcome = await saveOnto(em, edit, edit.baseCreatedAt)
      if (outcome.status !== 'stale') return outcome
      current = outcome.current
    }
  }
  throw new AppError('unavailable', 'The document is being saved by many at once. Try again.', {
    retryAfter: 1,
  })
}

type Attempt = Outcome | { status: 'stale'; current: VersionKey }

/** Saves a content in place of, or after, a version, as long as that is the newest. */
function saveOnto(em: EntityManager, edit: Edit, onto: string): Promise<Attempt> {
  const { id, userId, title, content, kind } = edit
  return em.transactional(async (tx): Promise<Attempt> => {
    await lockDocument(tx, id)
    const newest = await findNewest(tx, edit)
    if (!newest) {
      await assertDocumentOwner(tx, { id, userId })
      throw new AppError('not-found', 'There is no document with this id.')
    }
    const current = { id, createdAt: newest.createdAt, size: newest.size }
    if (newest.isSame) return { status: 'unchanged', current }
    if (newest.createdAt !== onto) return { status: 'stale', current }
    const isReplaced =
      edit.replaceBase &&
      onto === edit.baseCreatedAt &&
      newest.isReplaceable &&
      newest.kind === kind
    if (!isReplaced) {
      const saved = await saveVersion(tx, { id, userId, title, content, kind, origin: 'edit' })
      return { status: 'saved', version: saved }
    }
    const version = await replaceVersion(tx, edit)
    // It was deleted at this moment: the next attempt finds what is there now.
    return version ? { status: 'saved', version } : { status: 'stale', current }
  })
}

function findNewest(tx: EntityManager, { id, userId, title, content, kind }: Edit) {
  return selectVersion(tx, { id, userId })
    .select(['createdAt', 'kind'])
    .select(({ and, eb, exists, fn, lit, not, selectFrom }) => [
      fn.coalesce(fn<number>('octet_length', ['content']), lit(0)).as('size'),
      and([eb('title', '=', title), eb('kind', '=', kind), eb('content', '=', content)]).as(
        'isSame',
      ),
      and([
        eb('origin', '=', 'edit'),
        not(
          exists(
            selectFrom('Suggestion')
              .select('Suggestion.id')
              .whereRef('Suggestion.documentId', '=', 'Document.id')
              .whereRef('Suggestion.documentCreatedAt', '=', 'Document.createdAt'),
          ),
        ),
        not(
          exists(
            selectFrom('SuggestionRequest')
              .select('SuggestionRequest.id')
              .whereRef('SuggestionRequest.documentId', '=', 'Document.id')
              .whereRef('SuggestionRequest.documentCreatedAt', '=', 'Document.createdAt'),
          ),
        ),
      ]).as('isReplaceable'),
    ])
    .executeTakeFirst()
}

async function replaceVersion(
  tx: EntityManager,
  { id, userId, title, content, kind, baseCreatedAt }: Edit,
): Promise<DocumentVersion | null> {
  const replaced = await kysely(tx)
    .updateTable('Document')
    .set({ createdAt: nextVersionTime(), title, content })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('createdAt', '=', baseCreatedAt)
    .returning('createdAt')
    .executeTakeFirst()
  return replaced ? { id, createdAt: replaced.createdAt, title, content, kind, userId } : null
}
