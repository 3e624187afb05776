import type { NotNull } from 'kysely'
import type { DocumentKind } from '#db/entities/document.ts'
import { SuggestionRequest, type SuggestionRequestStatus } from '#db/entities/suggestion-request.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import type { TextRange } from '../documents/anchors/text-range.ts'
import { SUGGESTION_COLUMNS, type Suggestion } from './suggestion-schema.ts'

type NewRequest = {
  id: string
  userId: string
  documentId: string
  documentCreatedAt: string
  /** The part to change and how; left out or null, suggestions are asked for. */
  startOffset?: number | null
  endOffset?: number | null
  instruction?: string | null
}

/** The statuses of a request that has not ended. */
export const OPEN_STATUSES: readonly SuggestionRequestStatus[] = ['queued', 'running']

/** Records that suggestions for a version were asked for. The same id twice is one request. */
export async function createSuggestionRequest(
  em: EntityManager,
  request: NewRequest,
): Promise<void> {
  await kysely(em)
    .insertInto('SuggestionRequest')
    .values(request)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
}

/** What there is to do for a request. */
export type StartedRequest = {
  kind: DocumentKind
  /** Of the version. */
  content: string
  /** How many suggestions an earlier attempt has stored. */
  stored: number
  /** What to change and how; null where suggestions are asked for. */
  part: { range: TextRange; instruction: string } | null
}

type Progress = { status: SuggestionRequestStatus; suggestions: Suggestion[] }

/**
 * Reads how far a request has come, and its suggestions from a position on, at
 * one moment. Null when the request is gone, with its version.
 */
export async function readSuggestionProgress(
  em: EntityManager,
  { id, userId, from }: { id: string; userId: string; from: number },
): Promise<Progress | null> {
  const rows = await kysely(em)
    .selectFrom('SuggestionRequest')
    .leftJoin('Suggestion', (join) =>
      join
        .onRef('Suggestion.requestId', '=', 'SuggestionRequest.id')
        .on('Suggestion.position', '>=', from),
    )
    .select('SuggestionRequest.status')
    .select(SUGGESTION_COLUMNS.map((column) => `Suggestion.${column}` as const))
    .where('SuggestionRequest.id', '=', id)
    .where('SuggestionRequest.userId', '=', userId)
    .orderBy('Suggestion.position')
    .execute()
  const [first] = rows
  if (!first) return null
  return {
    status: first.status,
    suggestions: rows.map(({ status: _, ...row }) => row).filter(isSuggestion),
  }
}

/** A request without suggestions is one row, in which all their columns are null. */
function isSuggestion(
  row: { [Column in keyof Suggestion]: Suggestion[Column] | null },
): row is Suggestion {
  return row.id !== null
}

/**
 * Marks an open request as running.
 *
 * Whose the request is, its row says: a guest's requests change their owner
 * when the guest signs in.
 *
 * @returns null when there is nothing to do: the request has ended, or its version
 *   is gone or not the request's owner's
 */
export async function startSuggestionRequest(
  em: EntityManager,
  id: string,
): Promise<StartedRequest | null> {
  const started = await kysely(em)
    .updateTable('SuggestionRequest')
    .from('Document')
    .set({ status: 'running' })
    .where('SuggestionRequest.id', '=', id)
    .where('SuggestionRequest.status', 'in', OPEN_STATUSES)
    .whereRef('Document.id', '=', 'SuggestionRequest.documentId')
    .whereRef('Document.createdAt', '=', 'SuggestionRequest.documentCreatedAt')
    .whereRef('Document.userId', '=', 'SuggestionRequest.userId')
    .returning([
      'Document.kind',
      'SuggestionRequest.startOffset',
      'SuggestionRequest.endOffset',
      'SuggestionRequest.instruction',
    ])
    .returning(({ cast, fn, selectFrom, val }) => [
      fn.coalesce('Document.content', val('')).as('content'),
      selectFrom('Suggestion')
        .select(cast<number>(fn.countAll(), 'integer').as('count'))
        .whereRef('Suggestion.requestId', '=', 'SuggestionRequest.id')
        .as('stored'),
    ])
    .$narrowType<{ stored: NotNull }>()
    .executeTakeFirst()
  if (!started) return null
  const { startOffset: start, endOffset: end, instruction, ...rest } = started
  const isPart = start !== null && end !== null && instruction !== null
  return { ...rest, part: isPart ? { range: { start, end }, instruction } : null }
}

/** Marks an open request as ended. */
export async function endSuggestionRequest(
  em: EntityManager,
  id: string,
  status: 'done' | 'failed',
): Promise<void> {
  await em.nativeUpdate(SuggestionRequest, { id, status: { $in: OPEN_STATUSES } }, { status })
}
