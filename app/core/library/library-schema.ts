import { z } from 'zod'
import { DOCUMENT_KINDS } from '#db/entities/document.ts'
import { historyQuery } from '../chat/chat-schema.ts'

/** Query of GET /api/documents. */
export const documentsQuery = z.object({
  kind: z.enum(DOCUMENT_KINDS, { error: `must be one of ${DOCUMENT_KINDS.join(', ')}` }).optional(),
  q: historyQuery.shape.q,
  limit: historyQuery.shape.limit,
  ending_before: z.uuid({ error: 'must be the UUID of a document' }).toLowerCase().optional(),
})

/** A document without its content (docs/interface.md, "Documents and versions"). */
const documentSummaryResponse = z.object({
  id: z.uuid(),
  title: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  createdAt: z.iso.datetime().describe('When the document was begun.'),
  updatedAt: z.iso.datetime().describe('`createdAt` of the newest version.'),
  versions: z.number().int().describe('How many there are.'),
  chatId: z.uuid().nullable().describe('The chat that it was written in.'),
})

/** Answer of GET /api/documents. */
export const documentsResponse = z.object({
  documents: documentSummaryResponse.array(),
  hasMore: z.boolean(),
})

export type DocumentSummary = z.infer<typeof documentSummaryResponse>

/** The columns of a {@link DocumentSummary}. */
export const SUMMARY_COLUMNS = documentSummaryResponse.keyof().options
