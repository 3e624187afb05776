import type { DocumentKind, DocumentOrigin } from '#db/entities/document.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import { AppError } from '../app-error.ts'
import type { DocumentVersion } from './document-schema.ts'

type NewVersion = {
  id: string
  userId: string
  title: string
  content: string
  kind: DocumentKind
  /** The chat whose reply wrote it; left out or null when a client did. */
  chatId?: string | null
  origin: DocumentOrigin
}

const callSaveDocumentVersion = prepared((db, p: Required<NewVersion>) =>
  db.selectNoFrom(({ fn, val }) =>
    fn<string | null>('save_document_version', [
      val(p.id),
      val(p.userId),
      val(p.title),
      val(p.content),
      val(p.kind),
      val(p.chatId),
      val(p.origin),
    ]).as('createdAt'),
  ),
)

/**
 * Appends a version to a document, or starts one with an unused id. However
 * many saves race, all are kept, with strictly increasing times: the database
 * function takes the lock of {@link lockDocument} (see its migration).
 *
 * @throws {AppError} not-owner, when the id is another user's document
 */
export async function saveVersion(
  em: EntityManager,
  { id, userId, kind, chatId, origin, ...texts }: NewVersion,
): Promise<DocumentVersion> {
  // As the database has it, which has no half of a surrogate pair: U+FFFD.
  const [title, content] = [texts.title.toWellFormed(), texts.content.toWellFormed()]
  const values = { id, userId, title, content, kind, chatId: chatId ?? null, origin }
  const [saved] = await callSaveDocumentVersion(em, values)
  if (!saved?.createdAt) {
    throw new AppError('not-owner', 'This document belongs to another account. Use another id.')
  }
  return { id, createdAt: saved.createdAt, title, content, kind, userId }
}

/**
 * Holds off saves of a document until the transaction ends: the advisory lock
 * that the database function `save_document_version` takes.
 */
export async function lockDocument(tx: EntityManager, id: string): Promise<void> {
  await kysely(tx)
    .selectNoFrom(({ fn, lit, val }) =>
      fn('pg_advisory_xact_lock', [fn('hashtextextended', [val(id), lit(0)])]).as('lock'),
    )
    .execute()
}
