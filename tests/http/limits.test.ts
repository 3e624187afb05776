import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { POLICIES } from '#http/limits/policies.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import type { TestClient } from '#tests/support/client.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' } })
})

afterAll(async () => {
  await app?.stop()
})

/** Headers of a caller at an address of its own. */
function from(ip = `198.51.${random()}.${random()}`) {
  return { 'X-Forwarded-For': ip }
}

const random = () => Math.floor(Math.random() * 250) + 1

function signIn(client: TestClient, email: string, headers: Record<string, string>) {
  return client.post('/api/session', { email, password: 'wrong password' }, { headers })
}

/** Uses up what a policy leaves a caller, where the count is shared. */
async function useUp(name: keyof typeof POLICIES, send: () => Promise<Response>) {
  const { quota } = POLICIES[name]
  let response = await send()
  for (let sent = 1; sent < quota; sent += 1) response = await send()
  return response
}

const left = (response: Response) =>
  Number(/;r=(\d+)/.exec(response.headers.get('RateLimit') ?? '')?.[1])

describe('the limit on signing in', () => {
  test('the eleventh attempt for an email from one address is refused', async () => {
    const client = app.client()
    const headers = from()
    const email = `${randomUUID()}@example.com`
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      expect((await signIn(client, email, headers)).status).toBe(401)
    }

    const refused = await signIn(client, email.toUpperCase(), headers)

    expect(refused.status).toBe(429)
    expect(refused.headers.get('Content-Type')).toBe('application/problem+json')
    const retryAfter = Number(refused.headers.get('Retry-After'))
    expect(retryAfter).toBeGreaterThan(880)
    expect(retryAfter).toBeLessThanOrEqual(900)
    expect(refused.headers.get('RateLimit-Policy')).toBe(
      '"sign-in-address";q=300;w=900, "sign-in";q=10;w=900',
    )
    expect(refused.headers.get('RateLimit')).toMatch(
      new RegExp(`^"sign-in-address";r=289;t=\\d+, "sign-in";r=0;t=${retryAfter}$`),
    )
    expect(await refused.json()).toMatchObject({
      status: 429,
      title: 'Too Many Requests',
      detail: 'Too many attempts to sign in to this account. Try again in 15 minutes.',
    })
    // Another email from there, and this one from elsewhere, are not held up.
    expect((await signIn(client, `${randomUUID()}@example.com`, headers)).status).toBe(401)
    expect((await signIn(client, email, from())).status).toBe(401)
  })

  test('a correct password restores the attempts', async () => {
    const client = app.client()
    const headers = from()
    const { email } = await client.register()
    if (!email) throw new Error('The account has no email.')
    for (let attempt = 1; attempt <= 8; attempt += 1) await signIn(client, email, headers)
    const password = 'correct horse battery'
    const right = await client.post('/api/session', { email, password }, { headers })
    expect(right.status).toBe(200)

    expect((await signIn(client, email, headers)).headers.get('RateLimit')).toContain(
      '"sign-in";r=9;',
    )
  })

  test('the sign-in page shows the refusal with 429', async () => {
    const client = app.client()
    const init = () => ({
      method: 'POST',
      headers: headers,
      body: new URLSearchParams({ email, password: 'wrong password' }),
    })
    const headers = from()
    const email = `${randomUUID()}@example.com`
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      expect((await client.raw('/login', init())).status).toBe(401)
    }

    const page = await client.raw('/login', init())

    expect(page.status).toBe(429)
    expect(Number(page.headers.get('Retry-After'))).toBeGreaterThan(800)
    expect(page.headers.get('Content-Type')).toContain('text/html')
    const html = await page.text()
    expect(html).toContain('Too many attempts to sign in to this account.')
    expect(html).toContain(`value="${email}"`)
  })

  test('changing the address behind the trusted proxy gives no further attempts', async () => {
    const client = app.client()
    const email = `${randomUUID()}@example.com`
    const address = `198.51.100.${random()}`
    // One proxy is trusted: the last address is the caller's, the others are claims.
    const claim = () => from(`203.0.113.${random()}, ${address}`)
    for (let attempt = 1; attempt <= 10; attempt += 1) await signIn(client, email, claim())
    expect((await signIn(client, email, claim())).status).toBe(429)
  })
})

describe('the limit on new accounts and guests', () => {
  test('both count together, by network, before the form is checked', async () => {
    const client = app.client()
    const network = `2001:db8:${random()}:${random()}`
    const at = (host: number) => from(`${network}::${host}`)
    const account = await client.post('/api/users', {}, { headers: at(1) })
    expect(account.status).toBe(400)
    expect(left(account)).toBe(299)
    const guest = await client.raw('/guest', { method: 'POST', headers: at(2) })
    expect(guest.status).toBe(303)
    expect(left(guest)).toBe(298)
    const form = await client.raw('/register', { method: 'POST', headers: at(3) })
    expect(form.status).toBe(400)
    expect(left(form)).toBe(297)
    expect(left(await client.post('/api/users', {}, { headers: from() }))).toBe(299)
  })
})

describe('the limits on turns of a network', () => {
  /** Sends as many turns as the policy allows, from users of a kind who share them evenly. */
  async function sendFrom(
    network: Record<string, string>,
    kind: 'guest' | 'register',
    count: number,
  ) {
    const statuses: number[] = []
    while (statuses.length < count) {
      const client = app.client()
      await client[kind]()
      const share = Math.min(POLICIES.chat.quota, count - statuses.length)
      for (let sent = 0; sent < share; sent += 20) {
        const batch = Array.from({ length: Math.min(20, share - sent) }, () =>
          client.post('/api/chat', {}, { headers: network }),
        )
        for (const response of await Promise.all(batch)) statuses.push(response.status)
      }
    }
    return statuses
  }

  test.each([
    ['guest', 'guest-chat-network', 'Guests of your network have sent many messages'],
    ['register', 'chat-network', 'Many messages have come from your network'],
  ] as const)('many users of one network share it: %s', async (kind, name, refusal) => {
    const network = from()
    const allowed = await sendFrom(network, kind, POLICIES[name].quota)
    expect(new Set(allowed)).toEqual(new Set([400]))

    const client = app.client()
    await client[kind]()
    const refused = await client.post('/api/chat', {}, { headers: network })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(refused.headers.get('RateLimit')).toContain(`"${name}";r=0;`)
    expect((await refused.json()).detail).toContain(refusal)
    // The same user from elsewhere, and reading from there, are not held up.
    expect((await client.post('/api/chat', {}, { headers: from() })).status).toBe(400)
    expect((await client.get('/api/history', { headers: network })).status).toBe(200)
  })

  test('an account is not held up by the guests of its network', async () => {
    const network = from()
    await sendFrom(network, 'guest', POLICIES['guest-chat-network'].quota)
    const client = app.client()
    await client.register()
    expect((await client.post('/api/chat', {}, { headers: network })).status).toBe(400)
  })
})

describe('the limit on the requests of a user', () => {
  test('a successful answer has the RateLimit headers too', async () => {
    const client = app.client()
    await client.register()
    const id = randomUUID()
    const saved = await client.post(`/api/document?id=${id}`, {
      title: 'T',
      content: '',
      kind: 'text',
    })
    expect(saved.status).toBe(200)
    expect(saved.headers.get('RateLimit-Policy')).toBe('"writes";q=1200;w=60')
    expect(saved.headers.get('RateLimit')).toMatch(/^"writes";r=1199;t=(60|5\d)$/)
    const read = await client.get(`/api/document?id=${id}`)
    expect(read.headers.has('RateLimit')).toBe(false)
  })

  test('requests over the limit are refused for this user alone', async () => {
    const client = app.client()
    await client.register()
    const send = () => client.post('/api/chat', {})
    expect((await useUp('chat', send)).status).toBe(400)

    const refused = await send()

    expect(refused.status).toBe(429)
    expect(refused.headers.get('RateLimit')).toMatch(/^"chat";r=0;t=\d+$/)
    expect(await refused.json()).toMatchObject({
      detail: expect.stringContaining('You have sent many messages in a short time.'),
    })
    // Other limits of the user, and other users, are not touched.
    expect((await client.patch('/api/vote', {})).status).toBe(400)
    const other = app.client()
    await other.register()
    expect((await other.post('/api/chat', {})).status).toBe(400)
  })

  test('a caller without a session gets 401 and no RateLimit headers', async () => {
    for (const [path, method] of [
      ['/api/chat', 'POST'],
      ['/api/vote', 'PATCH'],
      ['/api/files/upload', 'POST'],
      [`/api/document?id=${randomUUID()}`, 'POST'],
    ] as const) {
      const response = await app.client().raw(path, { method })
      expect(response.status, path).toBe(401)
      expect(response.headers.has('RateLimit'), path).toBe(false)
    }
  })

  test('a caller who leaves before the answer causes no error', async () => {
    const client = app.client()
    await client.register()
    const { port } = new URL(app.url)
    const head = `PATCH /api/vote HTTP/1.1\r\nHost: localhost\r\nCookie: ${client.cookie()}\r\n`
    for (let index = 0; index < 100; index += 1) {
      const socket = connect(Number(port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(`${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`)
      // Gone at any moment of the request.
      await sleep(Math.random() * 4)
      socket.destroy()
    }
    expect((await client.patch('/api/vote', {})).status).toBe(400)
    expect(app.web.logs().filter(({ level = 0 }) => level >= 50)).toEqual([])
  })

  test('requests are counted across web processes, never beyond the quota', async () => {
    const client = app.client()
    await client.register()
    const second = await app.startWeb()
    const elsewhere = Object.assign(app.client(), {})
    const cookie = client.cookie()
    const { quota } = POLICIES.writes
    const send = (url: string) =>
      fetch(`${url}/api/vote`, {
        method: 'PATCH',
        headers: { Cookie: cookie, 'Content-Type': 'application/json' },
        body: '{}',
      })
    let allowed = 0
    const startedAt = performance.now()
    for (let round = 0; round < (quota + 200) / 50; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, index) => send(index % 2 ? second.url : elsewhere.url)),
      )
      allowed += answers.filter(({ status }) => status === 400).length
      expect(answers.every(({ status }) => status === 400 || status === 429)).toBe(true)
    }
    // On a very slow machine another window of a minute begins meanwhile.
    const windows = Math.ceil((performance.now() - startedAt) / 60_000)
    expect(allowed).toBeGreaterThanOrEqual(quota)
    expect(allowed).toBeLessThanOrEqual(windows * quota)
  })
})
