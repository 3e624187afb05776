import { randomUUID } from 'node:crypto'
import { User } from '#db/entities/user.ts'
import type { EntityManager } from '#db/orm.ts'
import type { CurrentUser } from './find-session.ts'

/** Makes a guest: a user without an email, who can register later and keep everything. */
export async function createGuest(em: EntityManager): Promise<CurrentUser> {
  const id = randomUUID()
  await em.insert(User, { id, email: null, passwordHash: null })
  return { id, email: null, kind: 'guest' }
}
