import { z } from 'zod'
import { createApiToken, revokeApiToken } from '#core/users/api-tokens.ts'
import { deleteOtherSessions } from '#core/users/delete-sessions.ts'
import { newApiTokenSchema } from '#core/users/user-schema.ts'
import type { EntityManager } from '#db/orm.ts'
import { parseInput } from '../requests/parse-input.ts'
import { type CurrentSession, requireBrowserSession } from '../sessions/session.ts'
import { actionOf } from './page-action.ts'

/** What a form of /settings has done, as the page says it. */
export type SettingsDone = {
  done: string
  /** Shown on this page only; the service keeps no more than its hash. */
  newToken?: { name: string; token: string }
}

/** The fields of the form; an empty choice of days makes a token that never expires. */
const tokenFormSchema = newApiTokenSchema.extend({
  expiresInDays: z.preprocess(
    (days) => (days === '' || days === undefined ? null : Number(days)),
    newApiTokenSchema.shape.expiresInDays,
  ),
})

type Forms = Record<string, string>
type Action = (em: EntityManager, session: CurrentSession, form: Forms) => Promise<SettingsDone>

const ACTIONS: Record<string, Action> = {
  async 'create-token'(em, { id: sessionId, user }, form) {
    const input = parseInput(tokenFormSchema, form)
    const { name, token } = await createApiToken(em, { ...input, userId: user.id, sessionId })
    return { done: 'The token is ready.', newToken: { name, token } }
  },
  async 'revoke-token'(em, { user }, form) {
    const { id } = parseInput(z.object({ id: z.uuid() }), form)
    await revokeApiToken(em, { id, userId: user.id })
    return { done: 'The token is revoked. Nothing can use it any more.' }
  },
  async 'sign-out-others'(em, { id, user }) {
    const count = await deleteOtherSessions(em, { userId: user.id, keepId: id })
    if (count === 0) return { done: 'You were not signed in anywhere else.' }
    return { done: `Signed out in ${count} other ${count === 1 ? 'place' : 'places'}.` }
  },
}

/**
 * Runs the action that a form of /settings asks for.
 *
 * @throws {AppError} forbidden for an API token; invalid; not-found; conflict
 */
export async function runSettingsAction(
  em: EntityManager,
  session: CurrentSession,
  form: Forms,
): Promise<SettingsDone> {
  requireBrowserSession(session)
  return actionOf(ACTIONS, form.intent)(em, session, form)
}
