import { defineEntity, type InferEntity, type Opt, p } from '@mikro-orm/core'
import { IsoTimestamp } from '../iso-timestamp.ts'
import type { DocumentKind } from './document.ts'

/**
 * A document as lists show it and searches find it. Triggers on its versions write
 * these rows (docs/decisions/0036-library.md).
 */
export const DocumentSummary = defineEntity({
  name: 'DocumentSummary',
  tableName: 'document_summary',
  indexes: [
    {
      name: 'document_summary_list_index',
      properties: ['userId', 'updatedAt', 'id'],
      where: 'deleted_at is null',
    },
    {
      name: 'document_summary_kind_index',
      properties: ['userId', 'kind', 'updatedAt', 'id'],
      where: 'deleted_at is null',
    },
    // An export of all goes by the id, which no edit changes meanwhile.
    { properties: ['userId', 'id'] },
    {
      name: 'document_summary_chat_index',
      properties: ['chatId'],
      where: 'chat_id is not null',
    },
    // The clean-up looks for what was deleted a day ago.
    {
      name: 'document_summary_deleted_index',
      properties: ['deletedAt'],
      where: 'deleted_at is not null',
    },
    {
      name: 'document_summary_trash_index',
      properties: ['userId', 'deletedAt'],
      where: 'deleted_at is not null',
    },
    {
      name: 'document_summary_without_words_index',
      properties: ['updatedAt'],
      where: 'search is null',
    },
    { name: 'document_summary_search_index', properties: ['search'], type: 'gin' },
  ],
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    /** Title, kind and chat of the newest version. */
    title: p.text(),
    kind: p.text().$type<DocumentKind>(),
    chatId: p.uuid().nullable(),
    /** When the document was begun. */
    createdAt: p.type(IsoTimestamp),
    /** `createdAt` of the newest version. */
    updatedAt: p.type(IsoTimestamp),
    /** How many there are. */
    versions: p.integer(),
    /** When it was deleted; from then on it is kept under another id for a day. */
    deletedAt: p.type(IsoTimestamp).nullable(),
    /** The id that it had until then. */
    originalId: p.uuid().nullable(),
    /** The words of title and content; null until the clean-up has made those of an old row. */
    search: p.text().$type<Opt<string>>().columnType('tsvector').nullable().lazy(),
  },
})

export type DocumentSummary = InferEntity<typeof DocumentSummary>
