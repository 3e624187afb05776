import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { IsoTimestamp } from '../iso-timestamp.ts'
import { Document } from './document.ts'
import { User } from './user.ts'

const SUGGESTION_REQUEST_STATUSES = ['queued', 'running', 'done', 'failed'] as const
export type SuggestionRequestStatus = (typeof SUGGESTION_REQUEST_STATUSES)[number]

/**
 * Suggestions for a version that were asked for, or the change of a part of it. The
 * status tells whether all its suggestions are there.
 */
export const SuggestionRequest = defineEntity({
  name: 'SuggestionRequest',
  tableName: 'suggestion_request',
  indexes: [
    // The clean-up looks for requests that have not ended and whose job was lost.
    {
      name: 'suggestion_request_open_index',
      properties: ['createdAt'],
      where: "status in ('queued', 'running')",
    },
  ],
  properties: {
    /** The tool call, as a UUID, or the form's; its suggestions carry it as `requestId`. */
    id: p.uuid().primary(),
    documentId: p.uuid(),
    /** `createdAt` of the version. */
    documentCreatedAt: p.type(IsoTimestamp),
    /** The version, by its two columns above: the foreign key. */
    version: () =>
      p
        .manyToOne(Document)
        .mapToPk()
        .joinColumns('document_id', 'document_created_at')
        .deleteRule('cascade')
        .updateRule('cascade')
        .index(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').index(),
    status: p.text().$type<SuggestionRequestStatus>().default('queued'),
    /** The part to change, in the version's content; null where suggestions for all of it were asked for. */
    startOffset: p.integer().nullable(),
    endOffset: p.integer().nullable(),
    /** What the person asks for. */
    instruction: p.text().nullable(),
    createdAt: p.type(IsoTimestamp).defaultRaw('now()'),
  },
})

export type SuggestionRequest = InferEntity<typeof SuggestionRequest>
