import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { paths } from '#app/paths.ts'
import { THEMES, themeCookie } from '#app/theme.ts'
import { AppError } from '#core/app-error.ts'
import { saveInstructions } from '#core/instructions/account-instructions.ts'
import { instructionsForm } from '#core/instructions/instructions-schema.ts'
import { createApiToken, revokeApiToken } from '#core/users/api-tokens.ts'
import { changePassword } from '#core/users/change-password.ts'
import { deleteOtherSessions, endSession } from '#core/users/delete-sessions.ts'
import {
  credentialsSchema,
  newApiTokenSchema,
  registrationSchema,
} from '#core/users/user-schema.ts'
import { callerNetwork } from '../../limits/caller-network.ts'
import { withSignInLimit } from '../../limits/enforce-limit.ts'
import { parseInput } from '../../requests/parse-input.ts'
import { type CurrentSession, requireBrowserSession } from '../../sessions/session.ts'
import { actionOf, type PageActionArgs } from '../page-action.ts'

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

type Action = (page: PageActionArgs, session: CurrentSession) => Promise<SettingsDone>

const passwordFormSchema = z.object({
  currentPassword: credentialsSchema.shape.password,
  newPassword: registrationSchema.shape.password,
})

const ACTIONS: Record<string, Action> = {
  async instructions({ em, form }, { user }) {
    const { instructions } = parseInput(instructionsForm, form)
    await saveInstructions(em, { userId: user.id, instructions })
    return { done: 'Your instructions are saved.' }
  },
  async 'change-password'({ em, form, context }, { id: sessionId, user }) {
    const input = parseInput(passwordFormSchema, form)
    // A guest has none, and gets one by registering.
    if (!user.email) throw new AppError('forbidden', 'A guest has no password.')
    const caller = callerNetwork(context.ip)
    const count = await withSignInLimit(context, user.email, () =>
      changePassword(em, { ...input, userId: user.id, sessionId, caller }),
    )
    return { done: `Your password is changed. ${signedOutText(count)}` }
  },
  async 'end-session'({ em, form }, { id: sessionId, user }) {
    const { id } = parseInput(z.object({ id: z.uuid() }), form)
    if (id === sessionId) throw new AppError('invalid', 'To end this session, sign out.')
    await endSession(em, { id, userId: user.id })
    return { done: 'The session is ended.' }
  },
  async theme({ form }) {
    const { theme } = parseInput(z.object({ theme: z.enum(THEMES) }), form)
    throw redirect(`${paths.settings()}#appearance`, {
      status: 303,
      headers: { 'Set-Cookie': themeCookie(theme) },
    })
  },
  async 'create-token'({ em, form }, { id: sessionId, user }) {
    const input = parseInput(tokenFormSchema, form)
    const { name, token } = await createApiToken(em, { ...input, userId: user.id, sessionId })
    return { done: 'The token is ready.', newToken: { name, token } }
  },
  async 'revoke-token'({ em, form }, { user }) {
    const { id } = parseInput(z.object({ id: z.uuid() }), form)
    await revokeApiToken(em, { id, userId: user.id })
    return { done: 'The token is revoked. Nothing can use it any more.' }
  },
  async 'sign-out-others'({ em }, { id, user }) {
    const count = await deleteOtherSessions(em, { userId: user.id, keepId: id })
    return { done: signedOutText(count) }
  },
}

/**
 * Runs the action that a form of /settings asks for.
 *
 * @throws {AppError} forbidden for an API token; invalid; not-found; conflict
 * @throws {Response} a redirect, from forms that lead elsewhere
 */
export async function runSettingsAction(
  page: PageActionArgs,
  session: CurrentSession,
): Promise<SettingsDone> {
  requireBrowserSession(session)
  return actionOf(ACTIONS, page.form.intent)(page, session)
}

function signedOutText(count: number): string {
  if (count === 0) return 'You were not signed in anywhere else.'
  return `Signed out in ${count} other ${count === 1 ? 'place' : 'places'}.`
}
