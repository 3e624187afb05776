import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { admissionOf, assertRegistrationOpen } from '#core/users/admission.ts'
import { registerAndSignIn, type SignedIn, signInWithPassword } from '#core/users/sign-in.ts'
import { credentialsSchema, registrationSchema } from '#core/users/user-schema.ts'
import type { EntityManager } from '#db/orm.ts'
import type { RequestContext } from '../context.ts'
import { callerNetwork } from '../limits/caller-network.ts'
import { parseInput } from '../requests/parse-input.ts'
import { getSession } from '../sessions/session.ts'
import { type PageLoaderArgs, pageLoader } from './page-loader.ts'
import { getPageSession } from './page-session.ts'
import { redirectTarget } from './redirect-target.ts'

/** Loads /login. */
export function loadLoginPage(args: LoaderFunctionArgs) {
  return pageLoader(args, loadSignInPage)
}

/** Loads /register, which is 403 where registration is closed, and says whom to ask. */
export function loadRegisterPage(args: LoaderFunctionArgs) {
  return pageLoader(args, async (page) => {
    const loaded = await loadSignInPage(page)
    return data(loaded, { status: loaded.admission.registration ? 200 : 403 })
  })
}

/**
 * Loads what /login and /register share. A visitor who is signed in to an account is sent
 * to the chat; a guest may turn into an account (/register) or bring the chats
 * of the guest into one (/login).
 */
async function loadSignInPage({ request, context }: PageLoaderArgs) {
  const session = await getPageSession(context, request)
  if (session?.user.kind === 'registered') throw redirect('/', 303)
  const requested = new URL(request.url).searchParams.get('redirectTo')
  return {
    redirectTo: redirectTarget(requested),
    isGuest: session !== null,
    admission: admissionOf(context.services.env),
  }
}

/**
 * Makes the authenticator of the forms at /login and /register.
 *
 * @returns `authenticate('login' | 'register', request)` gives the user and
 *   the new session, or throws an AppError: invalid, unauthenticated,
 *   forbidden, conflict, too-large, unavailable
 */
export function createFormAuthenticator(
  em: EntityManager,
  { services, ip }: Pick<RequestContext, 'services' | 'ip'>,
): Authenticator<SignedIn> {
  const caller = callerNetwork(ip)
  const login = new FormStrategy<SignedIn>(async ({ form, request }) => {
    const credentials = parseInput(credentialsSchema, Object.fromEntries(form))
    const previous = await getSession(em, request)
    const userAgent = request.headers.get('user-agent')
    return signInWithPassword(em, { ...credentials, previous, caller, userAgent })
  })
  const register = new FormStrategy<SignedIn>(async ({ form, request }) => {
    assertRegistrationOpen(services.env)
    const registration = parseInput(registrationSchema, Object.fromEntries(form))
    const previous = await getSession(em, request)
    const userAgent = request.headers.get('user-agent')
    return registerAndSignIn(em, { ...registration, previous, caller, userAgent })
  })
  return new Authenticator<SignedIn>().use(login, 'login').use(register, 'register')
}
