import type { EntityManager } from '#db/orm.ts'

/**
 * Gives all that a guest has to an account and removes the guest, in one
 * transaction. The guest's sessions and API tokens end: they were never meant
 * to open this account. Does nothing when the user is no guest (any more).
 */
export async function absorbGuest(
  em: EntityManager,
  { guestId, userId }: { guestId: string; userId: string },
): Promise<void> {
  await em.transactional(async (tx) => {
    // Waits for writes that refer to the guest, and holds off new ones.
    const [guest] = await tx.execute<{ id: string }[]>(
      'select id from user_account where id = ? and email is null for update',
      [guestId],
    )
    if (!guest) return
    await tx.execute('update chat set user_id = ? where user_id = ?', [userId, guestId])
    await tx.execute('update document set user_id = ? where user_id = ?', [userId, guestId])
    await tx.execute('update suggestion set user_id = ? where user_id = ?', [userId, guestId])
    await tx.execute('update upload set user_id = ? where user_id = ?', [userId, guestId])
    await tx.execute('delete from user_account where id = ?', [guestId])
  })
}
