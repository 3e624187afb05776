import { z } from 'zod'
import { DOCUMENT_KINDS } from '#db/entities/document.ts'
import { storableText } from '../storable-text.ts'

/** Bytes of a POST /api/document body at most: an image of the image model as base64 fits. */
export const MAX_DOCUMENT_BYTES = 8 * 1024 * 1024

export const MAX_DOCUMENT_TITLE_LENGTH = 500

const EARLIEST = Date.UTC(1970, 0)
const LATEST = Date.UTC(9999, 11, 31)

/** Query of every method of `/api/document` (contract §4). */
export const documentQuery = z.object({
  id: z.uuid({ error: 'must be the UUID of a document' }).toLowerCase(),
})

/** Body of POST /api/document (contract §4). */
export const saveDocumentBody = z.object({
  title: storableText()
    .refine((title) => title.trim() !== '', { error: 'must not be empty' })
    .max(MAX_DOCUMENT_TITLE_LENGTH, {
      error: `must be at most ${MAX_DOCUMENT_TITLE_LENGTH} characters`,
    }),
  content: storableText(),
  kind: z.enum(DOCUMENT_KINDS, { error: `must be one of ${DOCUMENT_KINDS.join(', ')}` }),
})

/** Body of PATCH /api/document (contract §4). */
export const revertDocumentBody = z.object({
  timestamp: z.iso
    .datetime({ offset: true, error: 'must be an ISO 8601 datetime with its offset or Z' })
    .transform(toMilliseconds),
})

/** One version of a document (contract §2). */
export const documentResponse = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  title: z.string(),
  content: z.string().nullable(),
  kind: z.enum(DOCUMENT_KINDS),
  userId: z.uuid(),
})

export type DocumentVersion = z.infer<typeof documentResponse>

/**
 * Versions have whole milliseconds, so one is later than a finer timestamp
 * exactly when it is later than that timestamp cut to milliseconds. Clamped to
 * years that a database takes; no version lies outside them.
 */
function toMilliseconds(timestamp: string): string {
  const time = Math.min(Math.max(Date.parse(timestamp), EARLIEST), LATEST)
  return new Date(time).toISOString()
}
