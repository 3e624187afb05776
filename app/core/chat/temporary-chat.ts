import { Chat } from '#db/entities/chat.ts'
import { now, secondsFromNow } from '#db/expressions.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'
import { AppError } from '../app-error.ts'

/** A temporary chat is deleted so long after its last message. */
const TEMPORARY_SECONDS = 3600
/** And so long after its tab was closed: a reload takes less. */
const AFTER_TAB_SECONDS = 60
/** Says nothing of what it is about, and no job writes another. */
const TITLE = 'Temporary chat'
/** Chats of one run at most. */
const BATCH = 100

type Input = { chatId: string; userId: string }

/**
 * Makes a temporary chat before its first message, which then finds it there.
 * Does nothing when the user has made it already.
 *
 * @throws {AppError} conflict when there is a chat of this id that is not temporary
 */
export async function createTemporaryChat(em: EntityManager, input: Input): Promise<void> {
  const { chatId, userId } = input
  const made = await kysely(em)
    .insertInto('Chat')
    .values({
      id: chatId,
      userId,
      title: TITLE,
      titleSource: 'user',
      expiresAt: secondsFromNow(TEMPORARY_SECONDS),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made || (await moveExpiry(em, input, TEMPORARY_SECONDS))) return
  throw new AppError('conflict', 'There is a chat with this id already. Use a fresh UUID.')
}

/** The tab of a temporary chat is being closed, or loaded again. */
export async function leaveTemporaryChat(em: EntityManager, input: Input): Promise<void> {
  await moveExpiry(em, input, AFTER_TAB_SECONDS)
}

/** The tab of a temporary chat is back. @returns whether the chat is still there */
export function returnToTemporaryChat(em: EntityManager, input: Input): Promise<boolean> {
  return moveExpiry(em, input, TEMPORARY_SECONDS)
}

async function moveExpiry(em: EntityManager, { chatId, userId }: Input, seconds: number) {
  const { numUpdatedRows } = await kysely(em)
    .updateTable('Chat')
    .set({ expiresAt: secondsFromNow(seconds) })
    .where('id', '=', chatId)
    .where('userId', '=', userId)
    .where('expiresAt', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/**
 * Deletes the temporary chats whose time is over, with the documents that were
 * begun in them: these cannot be brought back. Part of the clean-up; several runs
 * at once do no harm.
 *
 * @returns how many chats were deleted
 */
export function deleteExpiredChats(em: EntityManager): Promise<number> {
  return em.transactional(async (tx) => {
    const chats = await kysely(tx)
      .selectFrom('Chat')
      .select('id')
      .where('expiresAt', '<=', now())
      .orderBy('expiresAt')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute()
    if (chats.length === 0) return 0
    const ids = chats.map(({ id }) => id)
    await deleteDocumentsBegunIn(tx, ids)
    return tx.nativeDelete(Chat, { id: { $in: ids } })
  })
}

/** A document that was begun elsewhere, and only changed in the chat, stays. */
async function deleteDocumentsBegunIn(tx: EntityManager, chatIds: string[]): Promise<void> {
  await kysely(tx)
    .deleteFrom('Document')
    .where('Document.id', 'in', (db) =>
      db
        .selectFrom('Document as first')
        .select('first.id')
        .where('first.chatId', 'in', chatIds)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('Document as earlier')
                .select('earlier.id')
                .whereRef('earlier.id', '=', 'first.id')
                .whereRef('earlier.createdAt', '<', 'first.createdAt'),
            ),
          ),
        ),
    )
    .execute()
}
