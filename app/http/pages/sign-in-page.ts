import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { registerAndSignIn, type SignedIn, signInWithPassword } from '#core/users/sign-in.ts'
import { credentialsSchema, registrationSchema } from '#core/users/user-schema.ts'
import type { EntityManager } from '#db/orm.ts'
import { parseInput } from '../requests/parse-input.ts'
import { getSession } from '../sessions/session.ts'
import { pageLoader } from './page-loader.ts'
import { getPageSession } from './page-session.ts'
import { redirectTarget } from './redirect-target.ts'

/**
 * Loads /login and /register. A visitor who is signed in to an account is sent
 * to the chat; a guest may turn into an account (/register) or bring the chats
 * of the guest into one (/login).
 */
export function loadSignInPage(args: LoaderFunctionArgs) {
  return pageLoader(args, async ({ request, context }) => {
    const session = await getPageSession(context, request)
    if (session?.user.kind === 'registered') throw redirect('/', 303)
    const requested = new URL(request.url).searchParams.get('redirectTo')
    return { redirectTo: redirectTarget(requested), isGuest: session !== null }
  })
}

/**
 * Makes the authenticator of the forms at /login and /register.
 *
 * @returns `authenticate('login' | 'register', request)` gives the user and
 *   the new session, or throws an AppError: invalid, unauthenticated,
 *   conflict, unavailable
 */
export function createFormAuthenticator(em: EntityManager): Authenticator<SignedIn> {
  const login = new FormStrategy<SignedIn>(async ({ form, request }) => {
    const credentials = parseInput(credentialsSchema, Object.fromEntries(form))
    return signInWithPassword(em, { ...credentials, previous: await getSession(em, request) })
  })
  const register = new FormStrategy<SignedIn>(async ({ form, request }) => {
    const registration = parseInput(registrationSchema, Object.fromEntries(form))
    return registerAndSignIn(em, { ...registration, previous: await getSession(em, request) })
  })
  return new Authenticator<SignedIn>().use(login, 'login').use(register, 'register')
}
