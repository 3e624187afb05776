import { defineEntity, type InferEntity, type Opt, p } from '@mikro-orm/core'
import { IsoTimestamp } from '../iso-timestamp.ts'
import { Chat } from './chat.ts'
import { User } from './user.ts'

export const DOCUMENT_KINDS = ['text', 'code', 'image', 'sheet'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/**
 * How a version came about: the AI wrote it, a person edited the version before it
 * or saved it without naming one, an earlier version was restored, a suggestion
 * accepted, a file uploaded, another document copied.
 */
const DOCUMENT_ORIGINS = ['ai', 'edit', 'save', 'restore', 'accept', 'upload', 'copy'] as const
export type DocumentOrigin = (typeof DOCUMENT_ORIGINS)[number]

/** One version of a document; the versions share the id (docs/interface.md, "Documents and versions"). */
export const Document = defineEntity({
  name: 'Document',
  tableName: 'document',
  indexes: [
    { properties: ['userId', 'createdAt'] },
    { properties: ['chatId'] },
    {
      name: 'document_search_index',
      properties: ['search'],
      type: 'gin',
      where: 'chat_id is not null',
    },
  ],
  properties: {
    id: p.uuid().primary(),
    createdAt: p.type(IsoTimestamp).primary(),
    title: p.text(),
    content: p.text().nullable(),
    kind: p.text().$type<DocumentKind>(),
    userId: () => p.manyToOne(User).mapToPk().fieldName('user_id').deleteRule('cascade'),
    /** The chat that wrote this version, or the one before it; null when no chat had a part in it. */
    chatId: () =>
      p.manyToOne(Chat).mapToPk().fieldName('chat_id').nullable().deleteRule('set null'),
    /** Null for a version of before this was kept. */
    origin: p.text().$type<DocumentOrigin>().nullable(),
    /** The words of a chat's document: of title and content; of an image, of the title alone. */
    search: p
      .text()
      .$type<Opt<string>>()
      .columnType('tsvector')
      .generated('document_search_words(title, content, kind, chat_id) stored')
      .lazy(),
  },
})

export type Document = InferEntity<typeof Document>
