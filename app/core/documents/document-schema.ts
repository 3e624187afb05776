import { z } from 'zod'
import { DOCUMENT_KINDS } from '#db/entities/document.ts'
import { storableText } from '../storable-text.ts'

/** Bytes of a POST /api/document body at most: an image of the image model as base64 fits. */
export const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024

export const MAX_DOCUMENT_TITLE_LENGTH = 500

const EARLIEST = Date.UTC(1970, 0)
const LATEST = Date.UTC(9999, 11, 31)

/** Query of every method of `/api/document`. */
export const documentQuery = z.object({
  id: z.uuid({ error: 'must be the UUID of a document' }).toLowerCase(),
})

/** Body of POST /api/document. */
export const saveDocumentBody = z.object({
  title: storableText()
    .refine((title) => title.trim() !== '', { error: 'must not be empty' })
    .max(MAX_DOCUMENT_TITLE_LENGTH, {
      error: `must be at most ${MAX_DOCUMENT_TITLE_LENGTH} characters`,
    }),
  content: storableText(),
  kind: z.enum(DOCUMENT_KINDS, { error: `must be one of ${DOCUMENT_KINDS.join(', ')}` }),
})

/** Body of PATCH /api/document. */
export const revertDocumentBody = z.object({
  timestamp: z.iso
    .datetime({ offset: true, error: 'must be an ISO 8601 datetime with its offset or Z' })
    .transform(toMilliseconds),
})

/** One version of a document (docs/interface.md, "Documents and versions"). */
export const documentResponse = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  title: z.string(),
  content: z.string().nullable(),
  kind: z.enum(DOCUMENT_KINDS),
  userId: z.uuid(),
})

export type DocumentVersion = z.infer<typeof documentResponse>

/** The columns of a {@link DocumentVersion}. */
export const DOCUMENT_COLUMNS = documentResponse.keyof().options

/**
 * Cuts a timestamp to milliseconds. Versions have whole milliseconds, so a
 * version is later than a finer timestamp exactly when it is later than that
 * timestamp cut. The result lies within the years that Postgres accepts, as
 * every version does.
 */
function toMilliseconds(timestamp: string): string {
  const time = Math.min(Math.max(Date.parse(timestamp), EARLIEST), LATEST)
  return new Date(time).toISOString()
}
