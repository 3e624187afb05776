import { User } from '#db/entities/user.ts'
import { kysely } from '#db/kysely.ts'
import type { EntityManager } from '#db/orm.ts'

/** Keeps what every reply to a user should follow; an empty text for nothing. */
export async function saveInstructions(
  em: EntityManager,
  { userId, instructions }: { userId: string; instructions: string },
): Promise<void> {
  await em.nativeUpdate(User, { id: userId }, { instructions: instructions || null })
}

/** Finds what every reply to a user should follow. */
export async function findInstructions(
  em: EntityManager,
  { userId }: { userId: string },
): Promise<string | null> {
  const user = await kysely(em)
    .selectFrom('User')
    .select('instructions')
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.instructions ?? null
}
