import { defineEntity, type InferEntity, p } from '@mikro-orm/core'
import { Chat } from './chat.ts'

/** That the readers of a public chat may read a document of it; see `sharesAllDocuments` of the chat. */
export const ChatSharedDocument = defineEntity({
  name: 'ChatSharedDocument',
  tableName: 'chat_shared_document',
  properties: {
    chatId: () => p.manyToOne(Chat).mapToPk().fieldName('chat_id').primary().deleteRule('cascade'),
    /** Not a foreign key: the versions of a document share it. */
    documentId: p.uuid().primary(),
  },
})

export type ChatSharedDocument = InferEntity<typeof ChatSharedDocument>
