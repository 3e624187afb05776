import type { SuggestionRequest } from '#db/entities/suggestion-request.ts'
import type { EntityManager } from '#db/orm.ts'
import { SUGGESTION_COLUMNS, toSuggestion } from './suggestion-row.ts'
import type { Suggestion } from './suggestion-schema.ts'

type NewRequest = { id: string; userId: string; documentId: string; documentCreatedAt: string }

/** Notes that suggestions for a version are wanted. The same id twice is one request. */
export async function openSuggestionRequest(em: EntityManager, request: NewRequest): Promise<void> {
  await em.execute(
    `insert into suggestion_request (id, document_id, document_created_at, user_id)
     values (?, ?, ?, ?) on conflict (id) do nothing`,
    [request.id, request.documentId, request.documentCreatedAt, request.userId],
  )
}

type Progress = { status: SuggestionRequest['status']; suggestions: Suggestion[] }

/**
 * Reads how far a request has come, and its suggestions from a position on, at
 * one moment. Null when the request is gone, with its version.
 */
export async function readSuggestionProgress(
  em: EntityManager,
  { id, userId, from }: { id: string; userId: string; from: number },
): Promise<Progress | null> {
  const rows = await em.execute<({ status: Progress['status'] } & Suggestion)[]>(
    `select r.status, ${SUGGESTION_COLUMNS}
       from suggestion_request r
       left join suggestion s on s.request_id = r.id and s.position >= ?
      where r.id = ? and r.user_id = ? order by s.position`,
    [from, id, userId],
  )
  const [first] = rows
  if (!first) return null
  const suggestions = rows.flatMap(({ status: _, ...row }) => (row.id ? [toSuggestion(row)] : []))
  return { status: first.status, suggestions }
}

type Started = { content: string; stored: number }

/**
 * Marks an open request as running.
 *
 * @returns the version's content, and how many suggestions an earlier attempt
 *   has stored; null when there is nothing to do: the request has ended, or its
 *   version is gone or not that user's
 */
export async function startSuggestionRequest(
  em: EntityManager,
  request: NewRequest,
): Promise<Started | null> {
  const [started] = await em.execute<Started[]>(
    `update suggestion_request r set status = 'running'
       from document d
      where r.id = ? and r.user_id = ? and r.status in ('queued', 'running')
        and d.id = r.document_id and d.created_at = r.document_created_at
        and d.user_id = r.user_id and d.id = ? and d.created_at = ?
     returning coalesce(d.content, '') as content,
       (select count(*)::int from suggestion s where s.request_id = r.id) as stored`,
    [request.id, request.userId, request.documentId, request.documentCreatedAt],
  )
  return started ?? null
}

/** Marks a running request as ended. */
export async function endSuggestionRequest(
  em: EntityManager,
  id: string,
  status: 'done' | 'failed',
): Promise<void> {
  await em.execute(
    `update suggestion_request set status = ? where id = ? and status in ('queued', 'running')`,
    [status, id],
  )
}
