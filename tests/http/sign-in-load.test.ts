import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountCalls, newEmail, PASSWORD } from '#tests/support/account-calls.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
})
afterAll(() => app?.stop())

const { postJson, register } = accountCalls(() => app.url)
const from = (ip: string) => ({ 'X-Forwarded-For': ip })

describe('many sign-ins at once', () => {
  test('hold up neither the sign-in of another network nor any other request', async () => {
    const { email, cookie } = await register(newEmail(), from('192.0.2.1'))
    let answered = 0
    const flood = Array.from({ length: 80 }, async () => {
      const wrong = { email: newEmail(), password: 'wrong horse' }
      const { status } = await postJson('/api/session', wrong, from('192.0.2.66'))
      answered += 1
      return status
    })
    await Promise.race(flood)
    const before = answered

    const signedIn = await postJson(
      '/api/session',
      { email, password: PASSWORD },
      from('192.0.2.2'),
    )
    expect(signedIn.status).toBe(200)
    const history = await fetch(`${app.url}/api/history`, { headers: { Cookie: cookie } })
    expect(history.status).toBe(200)

    // All attempts before it in the queue, nearly 80, would have been answered first.
    expect(answered - before).toBeLessThan(50)
    expect(new Set(await Promise.all(flood))).toEqual(new Set([401]))
  })
})
