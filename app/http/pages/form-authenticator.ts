import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { credentialsSchema, registrationSchema } from '#core/users/schemas.ts'
import { registerAndSignIn, type SignedIn, signInWithPassword } from '#core/users/sign-in.ts'
import type { EntityManager } from '#db/orm.ts'
import { parse } from '../api-route.ts'
import { getSession } from '../sessions/session.ts'

/**
 * Makes the authenticator of the forms at /login and /register.
 *
 * @returns `authenticate('login' | 'register', request)` gives the user and
 *   the new session, or throws an AppError: invalid, unauthenticated,
 *   conflict, unavailable
 */
export function createFormAuthenticator(em: EntityManager): Authenticator<SignedIn> {
  const login = new FormStrategy<SignedIn>(async ({ form, request }) => {
    const credentials = parse(credentialsSchema, Object.fromEntries(form))
    return signInWithPassword(em, { ...credentials, previous: await getSession(em, request) })
  })
  const register = new FormStrategy<SignedIn>(async ({ form, request }) => {
    const registration = parse(registrationSchema, Object.fromEntries(form))
    return registerAndSignIn(em, { ...registration, previous: await getSession(em, request) })
  })
  return new Authenticator<SignedIn>().use(login, 'login').use(register, 'register')
}
