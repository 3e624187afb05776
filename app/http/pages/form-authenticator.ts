import { Authenticator } from 'remix-auth'
import { FormStrategy } from 'remix-auth-form'
import { type Entered, enterByRegistering, enterBySigningIn } from '#core/users/enter.ts'
import { credentialsSchema, registrationSchema } from '#core/users/schemas.ts'
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
export function createFormAuthenticator(em: EntityManager): Authenticator<Entered> {
  const login = new FormStrategy<Entered>(async ({ form, request }) => {
    const credentials = parse(credentialsSchema, Object.fromEntries(form))
    return enterBySigningIn(em, { ...credentials, previous: await getSession(em, request) })
  })
  const register = new FormStrategy<Entered>(async ({ form, request }) => {
    const registration = parse(registrationSchema, Object.fromEntries(form))
    return enterByRegistering(em, { ...registration, previous: await getSession(em, request) })
  })
  return new Authenticator<Entered>().use(login, 'login').use(register, 'register')
}
