import { z } from 'zod'
import { AppError } from '#core/app-error.ts'
import { createApiToken, revokeApiToken } from '#core/users/api-tokens.ts'
import { deleteOtherSessions } from '#core/users/delete-sessions.ts'
import { newApiTokenSchema } from '#core/users/schemas.ts'
import type { EntityManager } from '#db/orm.ts'
import { parse } from '../api-route.ts'
import { type CurrentSession, requireBrowserSession } from '../sessions/session.ts'

/** What a form of /settings has done, for the page to tell. */
export type SettingsDone = {
  done: string
  /** Shown this once. */
  newToken?: { name: string; token: string }
}

/** As the form sends it: an empty choice is a token that never expires. */
const tokenFormSchema = newApiTokenSchema.extend({
  expiresInDays: z.preprocess(
    (days) => (days === '' || days === undefined ? null : Number(days)),
    newApiTokenSchema.shape.expiresInDays,
  ),
})

type Forms = Record<string, string>
type Act = (em: EntityManager, session: CurrentSession, form: Forms) => Promise<SettingsDone>

const ACTIONS: Record<string, Act> = {
  async 'create-token'(em, { user }, form) {
    const input = parse(tokenFormSchema, form)
    const { name, token } = await createApiToken(em, { ...input, userId: user.id })
    return { done: 'The token is ready.', newToken: { name, token } }
  },
  async 'revoke-token'(em, { user }, form) {
    const { id } = parse(z.object({ id: z.uuid() }), form)
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
 * Runs one of the forms of /settings; its `intent` says which.
 *
 * @throws {AppError} forbidden for an API token; invalid; not-found; conflict
 */
export async function runSettingsAction(
  em: EntityManager,
  session: CurrentSession,
  form: Forms,
): Promise<SettingsDone> {
  requireBrowserSession(session)
  const act = Object.hasOwn(ACTIONS, form.intent ?? '') && ACTIONS[form.intent ?? '']
  if (!act) throw new AppError('invalid', 'The form could not be read. Reload the page.')
  return act(em, session, form)
}
