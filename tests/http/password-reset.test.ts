import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountCalls, newEmail, PASSWORD } from '#tests/support/account-calls.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'

const ORIGIN = 'https://chat.example.com'
/** The mails that the server of this test was given, oldest first. */
const mails: { to: string[]; text: string }[] = []
let server: SMTPServer
let app: TestApp

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    async onData(stream, { envelope }, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk as Buffer)
      const to = envelope.rcptTo.map(({ address }) => address)
      mails.push({
        to,
        text: Buffer.concat(chunks).toString().replaceAll('=\r\n', '').replaceAll('=3D', '='),
      })
      done()
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.server.address()
  const port = typeof address === 'object' ? address?.port : 0
  app = await startApp({
    worker: true,
    env: {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      BASE_URL: ORIGIN,
      MAIL_FROM: 'Chat <chat@example.com>',
      RATE_LIMITS: 'on',
    },
  })
})
afterAll(async () => {
  await app?.stop()
  await new Promise<void>((resolve) => server?.close(resolve))
})

const { postForm, postJson, whoAmI, register } = accountCalls(() => app.url)
const fromHere = { Origin: ORIGIN }
const ask = (email: string) =>
  postForm('/forgot-password', { email }, { ...fromHere, Host: 'evil.example' })

async function mailTo(email: string, count = 1): Promise<string> {
  await expect
    .poll(() => mails.filter(({ to }) => to.includes(email)).length, { timeout: 10_000 })
    .toBe(count)
  return mails.findLast(({ to }) => to.includes(email))?.text ?? ''
}

const tokenIn = (mail: string) => /reset-password\?token=([\w-]{43})/.exec(mail)?.[1] ?? ''
const choose = (token: string, password: string) =>
  postForm(`/reset-password?token=${token}`, { token, password }, fromHere)
const signIn = (email: string, password: string) =>
  postJson('/api/session', { email, password }).then(({ status }) => status)

describe('a forgotten password', () => {
  test('is replaced by the link of a mail, once, which ends every session', async () => {
    const { email, cookie } = await register()
    expect((await ask(email.toUpperCase())).status).toBe(200)
    const mail = await mailTo(email)
    expect(mail).toContain(`${ORIGIN}/reset-password?token=`)
    expect(mail).not.toContain('evil')
    expect(mail).toContain('From: Chat <chat@example.com>')
    const token = tokenIn(mail)

    // Looking at the link uses nothing up.
    expect((await fetch(`${app.url}/reset-password?token=${token}`)).status).toBe(200)
    const tooShort = await choose(token, 'short')
    expect(tooShort.status).toBe(400)
    expect(await tooShort.text()).not.toContain('value="short"')

    expect((await choose(token, 'a new horse')).status).toBe(303)
    expect(await whoAmI(cookie)).toBeNull()
    expect(await signIn(email, PASSWORD)).toBe(401)
    expect(await signIn(email, 'a new horse')).toBe(200)

    expect((await choose(token, 'another horse')).status).toBe(400)
    expect((await fetch(`${app.url}/reset-password?token=${token}`)).status).toBe(404)
    expect(await signIn(email, 'a new horse')).toBe(200)
  })

  test('the answer is the same for an email without an account, which gets no mail', async () => {
    const { email } = await register()
    const unknown = newEmail()
    const pages = await Promise.all(
      [email, unknown].map(async (address) => {
        const page = await (await ask(address)).text()
        return page.replaceAll(address, 'EMAIL').replaceAll(/nonce="[^"]*"/g, '')
      }),
    )
    expect(pages[0]).toBe(pages[1])
    await mailTo(email)
    expect(mails.filter(({ to }) => to.includes(unknown))).toEqual([])
  })

  test('a link that is older than an hour is dead, and the database holds hashes only', async () => {
    const { email } = await register()
    await ask(email)
    const token = tokenIn(await mailTo(email))
    const [row] = await app.database.sql<{ token_hash: string }>(
      'select r.* from password_reset r join user_account u on u.id = r.user_id where u.email = $1',
      [email],
    )
    expect(JSON.stringify(row)).not.toContain(token)
    await app.database.sql("update password_reset set expires_at = now() - interval '1 second'")
    expect((await choose(token, 'a new horse')).status).toBe(400)
    expect(await signIn(email, PASSWORD)).toBe(200)
  })

  test('five links an hour are sent to one email, whoever asks', async () => {
    const email = newEmail()
    const statuses = []
    for (let count = 0; count < 6; count += 1) statuses.push((await ask(email)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })

  test('no log holds a token', async () => {
    const logs = [...app.web.logs(), ...(app.worker?.logs() ?? [])]
      .map((line) => JSON.stringify(line))
      .join('\n')
    for (const { text } of mails) expect(logs).not.toContain(tokenIn(text))
  })
})
