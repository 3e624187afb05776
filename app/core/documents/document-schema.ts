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

const timestamp = z.iso
  .datetime({ offset: true, error: 'must be an ISO 8601 datetime with its offset or Z' })
  .transform(toMilliseconds)

/** Body of POST /api/document. */
export const saveDocumentBody = z.object({
  title: storableText()
    .refine((title) => title.trim() !== '', { error: 'must not be empty' })
    .max(MAX_DOCUMENT_TITLE_LENGTH, {
      error: `must be at most ${MAX_DOCUMENT_TITLE_LENGTH} characters`,
    }),
  content: storableText(),
  kind: z.enum(DOCUMENT_KINDS, { error: `must be one of ${DOCUMENT_KINDS.join(', ')}` }),
  baseCreatedAt: timestamp
    .optional()
    .describe(
      'The `createdAt` of the version that was edited. An edit that touches nothing of what was saved since is merged with it; else the answer is 409 with `current`.',
    ),
  replaceBase: z
    .boolean({ error: 'must be true or false' })
    .optional()
    .describe(
      'With `baseCreatedAt`: that version was saved in the same sitting, and this one takes its place, with a new `createdAt`. A version is added all the same where that one is not the newest, is no edit (the AI wrote it, it was restored, …) or has suggestions.',
    ),
})

/** Body of PATCH /api/document. */
export const revertDocumentBody = z.object({
  timestamp,
})

/** Query of DELETE /api/document: with a time, as PATCH does; without one, all of the document. */
export const deleteDocumentQuery = documentQuery.extend({
  timestamp: revertDocumentBody.shape.timestamp.optional(),
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
