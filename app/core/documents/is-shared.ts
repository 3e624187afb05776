import { expressionBuilder } from 'kysely'
import type { Database } from '#db/kysely.ts'

/**
 * Whether the readers of a chat may read a document, in a query that has both: the
 * chat is public, and shares all of its documents or this one.
 *
 * @param table of the document
 */
export function isShared(table: 'Document' | 'DocumentSummary') {
  const eb = expressionBuilder<Database, 'Chat' | 'Document' | 'DocumentSummary'>()
  return eb.and([
    eb('Chat.visibility', '=', 'public'),
    eb.or([
      eb('Chat.sharesAllDocuments', '=', true),
      eb.exists(
        eb
          .selectFrom('ChatSharedDocument')
          .select('ChatSharedDocument.documentId')
          .whereRef('ChatSharedDocument.chatId', '=', 'Chat.id')
          .whereRef('ChatSharedDocument.documentId', '=', `${table}.id`),
      ),
    ]),
  ])
}
