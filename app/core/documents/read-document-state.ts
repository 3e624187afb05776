import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { AppError } from '../app-error.ts'
import { OPEN_STATUSES } from '../suggestions/suggestion-request.ts'
import { assertDocumentOwner } from './find-version.ts'

/** What an open page of a document asks for every few seconds. */
type DocumentState = {
  /** Of the newest version. */
  createdAt: string
  title: string
  openSuggestions: number
  /** Whether suggestions are being written. */
  suggesting: boolean
}

const selectState = prepared((db, p: { id: string; userId: string }) =>
  db
    .selectFrom('Document')
    .where('id', '=', p.id)
    .where('userId', '=', p.userId)
    .select(['createdAt', 'title'])
    .select(({ selectFrom, cast, fn, exists }) => [
      selectFrom('Suggestion')
        .where('documentId', '=', p.id)
        .where('isResolved', '=', false)
        .select(cast<number>(fn.countAll(), 'integer').as('count'))
        .$asScalar()
        .as('openSuggestions'),
      exists(
        selectFrom('SuggestionRequest')
          .where('documentId', '=', p.id)
          .where('status', 'in', OPEN_STATUSES)
          .select('SuggestionRequest.id'),
      ).as('suggesting'),
    ])
    .orderBy('createdAt', 'desc')
    .limit(1),
)

/**
 * Reads what has become of a user's document: cheap, because open pages ask often.
 *
 * @throws {AppError} not-found; not-owner
 */
export async function readDocumentState(
  em: EntityManager,
  { id, userId }: { id: string; userId: string },
): Promise<DocumentState> {
  const [state] = await selectState(em, { id, userId })
  if (!state) {
    await assertDocumentOwner(em, { id, userId })
    throw new AppError('not-found', 'There is no document with this id.')
  }
  return { ...state, openSuggestions: state.openSuggestions ?? 0, suggesting: !!state.suggesting }
}
