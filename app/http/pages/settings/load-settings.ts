import { findInstructions } from '#core/instructions/account-instructions.ts'
import { listApiTokens } from '#core/users/api-tokens.ts'
import { listSessions } from '#core/users/list-sessions.ts'
import type { EntityManager } from '#db/orm.ts'
import type { CurrentSession } from '../../sessions/session.ts'

/** Loads what /settings shows. */
export async function loadSettings(em: EntityManager, { id, user }: CurrentSession) {
  const owner = { userId: user.id }
  return {
    user,
    sessionId: id,
    sessions: await listSessions(em, owner),
    tokens: await listApiTokens(em, owner),
    instructions: await findInstructions(em, owner),
  }
}
