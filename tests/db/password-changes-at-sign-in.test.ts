import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAppError } from '#core/app-error.ts'
import { changePassword } from '#core/users/change-password.ts'
import { createSession } from '#core/users/create-session.ts'
import { createGuest } from '#core/users/create-user.ts'
import { findSession } from '#core/users/find-session.ts'
import { createReset, createResetToken, resetPassword } from '#core/users/password-reset.ts'
import { registerAndSignIn } from '#core/users/sign-in.ts'
import { verifyCredentials } from '#core/users/verify-credentials.ts'
import { newEmail, PASSWORD } from '#tests/support/account-calls.ts'
import { startTestServices, type TestServices } from '#tests/support/test-services.ts'

const NEW_PASSWORD = 'another password'

let app: TestServices
beforeAll(async () => {
  app = await startTestServices()
})
afterAll(() => app?.stop())

const em = () => app.services.orm.em.fork()
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (isAppError(error) ? error.code : String(error)),
  )

test('who was checked against the old password is not signed in after it has changed', async () => {
  const email = newEmail()
  const { token } = await registerAndSignIn(em(), {
    email,
    password: PASSWORD,
    previous: null,
    caller: 'a',
  })
  const session = await findSession(em(), token)
  if (!session) throw new Error('There is no session.')
  const userId = session.user.id
  const { passwordHash } = await verifyCredentials(em(), { email, password: PASSWORD })
  // While the change is being made, and after it.
  let waiting = Promise.resolve('')
  await em().transactional(async (tx) => {
    await changePassword(tx, {
      userId,
      sessionId: session.id,
      currentPassword: PASSWORD,
      newPassword: NEW_PASSWORD,
      caller: 'a',
    })
    waiting = refusal(createSession(em(), { userId, passwordHash }))
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
  expect(await waiting).toBe('unauthenticated')
  expect(await refusal(createSession(em(), { userId, passwordHash }))).toBe('unauthenticated')
  expect(await app.database.sql('select id from session where user_id = $1', [userId])).toEqual([
    { id: session.id },
  ])

  // One link, opened by several at once, is used by one of them.
  const reset = await createReset(em(), { email })
  const link = await createResetToken(em(), { id: reset?.id ?? '' })
  const use = () =>
    refusal(resetPassword(em(), { token: link?.token ?? '', password: PASSWORD, caller: 'a' }))
  expect((await Promise.all([use(), use(), use()])).toSorted()).toEqual([
    'done',
    'invalid',
    'invalid',
  ])
  expect(await findSession(em(), token)).toBeNull()
})

test('nobody is signed in to an account that is closed', async () => {
  const { id: userId } = await createGuest(em())
  await app.database.sql('update user_account set closed_at = now() where id = $1', [userId])
  expect(await refusal(createSession(em(), { userId }))).toBe('unauthenticated')
})
