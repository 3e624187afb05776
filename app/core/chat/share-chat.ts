import { jsonRows } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { prepared } from '#db/prepared.ts'
import type { ListedChat } from './chat-schema.ts'
import { updateChat } from './update-chat.ts'

/** Documents of a chat that its readers may read: all, also later ones, or those that are chosen. */
export type SharedDocuments = 'all' | string[]

/** What is changed of the chat, and the documents. */
type Input = Parameters<typeof updateChat>[1] & { documents: SharedDocuments }

/** Ids that are not of a document of the chat are left out. */
const insertShared = prepared(
  (db, p: { chatId: string; userId: string; chosen: { id: string }[] }) =>
    db
      .insertInto('ChatSharedDocument')
      .columns(['chatId', 'documentId'])
      .expression((from) =>
        from
          .selectFrom('DocumentSummary')
          .innerJoin(
            jsonRows(p.chosen, 'chosen', { id: 'uuid' }),
            'chosen.id',
            'DocumentSummary.id',
          )
          .where('DocumentSummary.chatId', '=', p.chatId)
          .where('DocumentSummary.userId', '=', p.userId)
          .where('DocumentSummary.deletedAt', 'is', null)
          .select(['DocumentSummary.chatId', 'DocumentSummary.id'])
          .$castTo<{ chatId: string; id: string }>(),
      ),
)

/**
 * Makes a chat of the user public or private, with the documents that its readers may
 * read besides; what was chosen before is forgotten.
 *
 * @throws {AppError} not-found, not-owner; conflict when the chat is temporary
 */
export function shareChat(
  em: EntityManager,
  { documents, ...changes }: Input,
): Promise<ListedChat> {
  const { chatId, userId } = changes
  return em.transactional(async (tx) => {
    // First, because it tells whose chat it is, and locks it.
    const chat = await updateChat(tx, changes)
    await kysely(tx)
      .updateTable('Chat')
      .set({ sharesAllDocuments: documents === 'all' })
      .where('id', '=', chatId)
      .where('userId', '=', userId)
      .execute()
    await kysely(tx).deleteFrom('ChatSharedDocument').where('chatId', '=', chatId).execute()
    if (documents !== 'all' && documents.length > 0) {
      const chosen = [...new Set(documents)].map((id) => ({ id }))
      await insertShared(tx, { chatId, userId, chosen })
    }
    return chat
  })
}

/** Reads which documents a user's chat shares, whether or not it is public now. */
export async function readSharedDocuments(
  em: EntityManager,
  { chatId, userId }: { chatId: string; userId: string },
): Promise<SharedDocuments> {
  const rows = await kysely(em)
    .selectFrom('Chat')
    .leftJoin('ChatSharedDocument', 'ChatSharedDocument.chatId', 'Chat.id')
    .where('Chat.id', '=', chatId)
    .where('Chat.userId', '=', userId)
    .select(['Chat.sharesAllDocuments', 'ChatSharedDocument.documentId'])
    .execute()
  if (rows[0]?.sharesAllDocuments) return 'all'
  return rows.flatMap(({ documentId }) => documentId ?? [])
}
