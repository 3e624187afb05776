import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { IsoTimestamp } from '../iso-timestamp.ts'
import { Document } from './document.ts'
import { User } from './user.ts'

/** A suggested edit of one version of a document; it is deleted with that version. */
export const Suggestion = defineEntity({
  name: 'Suggestion',
  tableName: 'suggestion',
  // A job that runs twice writes the same (request, position) twice: refused.
  uniques: [{ properties: ['requestId', 'position'] }],
  properties: {
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
    originalText: p.text(),
    /** Where it begins in the version's content; null for its first place there. */
    startOffset: p.integer().nullable(),
    suggestedText: p.text(),
    description: p.text().nullable(),
    isResolved: p.boolean().default(false),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade').index(),
    createdAt: p.type(IsoTimestamp).defaultRaw('now()'),
    /** The request that it answers. */
    requestId: p.uuid(),
    /** Place among the suggestions of that request, from 0. */
    position: p.integer(),
  },
})

export type Suggestion = InferEntity<typeof Suggestion>
