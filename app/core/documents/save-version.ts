import type { DocumentKind } from '#db/entities/document.ts'
import { toIsoString } from '#db/iso-timestamp.ts'
import type { EntityManager } from '#db/orm.ts'
import { executePrepared } from '#db/prepared.ts'
import { AppError } from '../app-error.ts'
import type { DocumentVersion } from './document-schema.ts'

type NewVersion = {
  id: string
  userId: string
  title: string
  content: string
  kind: DocumentKind
  /** The chat whose reply wrote it. */
  chatId?: string
}

/**
 * Appends a version to a document, or starts one with an unused id. However
 * many saves race, all are kept, with strictly increasing times: the database
 * function takes a lock per document (see its migration).
 *
 * @throws {AppError} not-owner, when the id is another user's document
 */
export async function saveVersion(
  em: EntityManager,
  { id, userId, title, content, kind, chatId }: NewVersion,
): Promise<DocumentVersion> {
  const [row] = await executePrepared<{ saved_at: string | null }>(
    em,
    'select save_document_version($1, $2, $3, $4, $5, $6) as saved_at',
    [id, userId, title, content, kind, chatId ?? null],
  )
  if (!row?.saved_at) {
    throw new AppError('not-owner', 'This document belongs to another account. Use another id.')
  }
  return { id, createdAt: toIsoString(row.saved_at), title, content, kind, userId }
}
