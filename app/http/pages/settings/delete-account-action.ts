import { redirect } from '@remix-run/node'
import { z } from 'zod'
import { paths } from '#app/paths.ts'
import { AppError } from '#core/app-error.ts'
import { assertPassword } from '#core/users/change-password.ts'
import { closeAccount } from '#core/users/close-account.ts'
import { credentialsSchema } from '#core/users/user-schema.ts'
import { callerNetwork } from '../../limits/caller-network.ts'
import { withSignInLimit } from '../../limits/enforce-limit.ts'
import { parseInput } from '../../requests/parse-input.ts'
import { type CurrentSession, requireBrowserSession } from '../../sessions/session.ts'
import { signedOutHeaders } from '../../sessions/session-response.ts'
import type { PageActionArgs } from '../page-action.ts'

/** What a guest types, who has no password. */
const DELETE_WORD = 'delete'

/**
 * Deletes the account of the visitor, who has given the password, or as a guest the
 * word, and signs out.
 *
 * @throws {AppError} forbidden for an API token; invalid; rate-limited
 */
export async function deleteAccountAction(
  { em, form, context }: PageActionArgs,
  session: CurrentSession,
): Promise<Response> {
  requireBrowserSession(session)
  const { id: userId, email } = session.user
  if (email) {
    const { password } = parseInput(credentialsSchema.pick({ password: true }), form)
    const caller = callerNetwork(context.ip)
    await withSignInLimit(context, email, () =>
      assertPassword(em, { userId, password, path: 'password', caller }),
    )
  } else {
    assertWord(form)
  }
  await closeAccount(context, userId)
  return redirect(paths.accountDeleted(), { status: 303, headers: signedOutHeaders(context) })
}

function assertWord(form: Record<string, string>) {
  const { word } = parseInput(z.object({ word: z.string().default('') }), form)
  if (word.trim().toLowerCase() === DELETE_WORD) return
  const message = `Type “${DELETE_WORD}”.`
  throw new AppError('invalid', message, { errors: [{ path: 'word', message }] })
}
