import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'

/**
 * Gives all that a guest has to an account and removes the guest, in one
 * transaction. The guest's sessions and API tokens end, because they were never
 * meant to open this account. Does nothing when the user is not a guest, or no
 * longer one.
 */
export async function absorbGuest(
  em: EntityManager,
  { guestId, userId }: { guestId: string; userId: string },
): Promise<void> {
  await em.transactional(async (tx) => {
    const db = kysely(tx)
    // The lock waits for writes that refer to the guest, and holds off new ones.
    const guest = await db
      .selectFrom('User')
      .select('id')
      .where('id', '=', guestId)
      .where('email', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!guest) return
    await db.updateTable('Chat').set({ userId }).where('userId', '=', guestId).execute()
    await db.updateTable('Document').set({ userId }).where('userId', '=', guestId).execute()
    await db.updateTable('Suggestion').set({ userId }).where('userId', '=', guestId).execute()
    await db.updateTable('Upload').set({ userId }).where('userId', '=', guestId).execute()
    await db.deleteFrom('User').where('id', '=', guestId).execute()
  })
}
