import { randomUUID } from 'node:crypto'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'
import type { TextRange } from '../documents/anchors/text-range.ts'
import { getVersion } from '../documents/find-version.ts'
import { lockDocument } from '../documents/save-version.ts'
import type { JobProducer } from '../jobs/producer.ts'
import { createSuggestionRequest, OPEN_STATUSES } from './suggestion-request.ts'
import { MAX_PART_CHARACTERS } from './suggestion-schema.ts'

/** Changes of parts of one document that are being written at the same time at most. */
const MAX_OPEN_PARTS = 3

type Input = {
  documentId: string
  userId: string
  /** `createdAt` of the version; left out, the newest. */
  documentCreatedAt?: string | undefined
  /** What to change and how; left out, suggestions for the whole document are asked for. */
  part?: { range: TextRange | null; instruction: string } | undefined
  /** Of the HTTP request, for the log of the job. */
  requestId: string
}

/**
 * Asks for suggestions for a version of a user's document, or for the change of a
 * part of it (of all of it where the part's range is null). A job of the worker
 * writes them. While suggestions for the whole are being written, asking again
 * changes nothing.
 *
 * @throws {AppError} not-found; not-owner; invalid, when the part is not in the
 *   version or the document has no text; too-large; conflict, when several parts are
 *   being changed already, or the version has been replaced meanwhile
 */
export async function requestSuggestions(
  em: EntityManager,
  jobs: Pick<JobProducer, 'enqueueOrLog'>,
  { documentId, userId, documentCreatedAt, part, requestId }: Input,
): Promise<void> {
  const id = randomUUID()
  const target = await em.transactional(async (tx) => {
    // Two clicks at once: the second sees the request of the first.
    await lockDocument(tx, documentId)
    const version = await getVersion(tx, { id: documentId, userId, createdAt: documentCreatedAt })
    const content = version.content ?? ''
    if (version.kind === 'image' || content.trim() === '') {
      throw new AppError('invalid', 'This document has no text to suggest changes for.')
    }
    const range = part && checkedRange(part.range ?? { start: 0, end: content.length }, content)
    if (!(await mayAsk(tx, documentId, Boolean(part)))) return null
    const request = { id, userId, documentId, documentCreatedAt: version.createdAt }
    await createSuggestionRequest(tx, {
      ...request,
      startOffset: range?.start ?? null,
      endOffset: range?.end ?? null,
      instruction: part?.instruction ?? null,
    })
    return request
  })
  if (!target) return
  const { id: suggestionRequestId, ...payload } = target
  jobs.enqueueOrLog('generate-suggestions', id, { ...payload, suggestionRequestId, requestId })
}

function checkedRange({ start, end }: TextRange, content: string): TextRange {
  const text = content.slice(start, end)
  if (start >= end || end > content.length || text.trim() === '' || !text.isWellFormed()) {
    throw new AppError('invalid', 'Select some text of the document, and ask again.')
  }
  if (text.length > MAX_PART_CHARACTERS) {
    throw new AppError(
      'too-large',
      `That is too much text to change at once. Select at most ${MAX_PART_CHARACTERS.toLocaleString('en')} characters.`,
    )
  }
  return { start, end }
}

/** @throws {AppError} conflict, when several parts are being changed already */
async function mayAsk(tx: EntityManager, documentId: string, isPart: boolean): Promise<boolean> {
  const open = await kysely(tx)
    .selectFrom('SuggestionRequest')
    .select('instruction')
    .where('documentId', '=', documentId)
    .where('status', 'in', OPEN_STATUSES)
    .execute()
  const parts = open.filter(({ instruction }) => instruction !== null).length
  if (!isPart) return parts === open.length
  if (parts < MAX_OPEN_PARTS) return true
  throw new AppError('conflict', 'Several changes are being written already. Wait for one of them.')
}
