import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { sendBytes } from './fuzz/send-raw.ts'

type HeaderFields = Record<string, string>

let app: TestApp
/** Web processes that trust one proxy and two. */
let one: { url: string }
let two: { url: string }

beforeAll(async () => {
  app = await startApp()
  ;[one, two] = await Promise.all([
    app.startWeb({ TRUST_PROXY: '1' }),
    app.startWeb({ TRUST_PROXY: '2' }),
  ])
})
afterAll(() => app?.stop())

/** The origin that the guide of /docs/api tells programs to call. */
async function originTold(to: { url: string }, headers: HeaderFields): Promise<string> {
  const page = await (await fetch(`${to.url}/docs/api`, { headers })).text()
  return /BASE=([^\s<]+)/.exec(page)?.[1] ?? ''
}

function beGuest(to: { url: string }, headers: HeaderFields) {
  return fetch(`${to.url}/guest`, { method: 'POST', redirect: 'manual', headers })
}

const FORWARDED = { 'X-Forwarded-Host': 'chat.example.com', 'X-Forwarded-Proto': 'https' }

describe('the public origin behind a trusted proxy', () => {
  test('it is the forwarded one, in addresses and for the cookie', async () => {
    expect(await originTold(one, FORWARDED)).toBe('https://chat.example.com')
    const [cookie] = (await beGuest(one, FORWARDED)).headers.getSetCookie()
    expect(cookie).toMatch(/^__Secure-session-token=.*; Secure$/)
  })

  test('a form of that origin is accepted, one of the inner address is not', async () => {
    const own = { ...FORWARDED, Origin: 'https://chat.example.com' }
    expect((await beGuest(one, own)).status).toBe(303)
    const inner = { ...FORWARDED, Origin: one.url }
    expect((await beGuest(one, inner)).status).toBe(403)
  })

  test('the port counts, and a default port does not', async () => {
    const headers = { 'X-Forwarded-Host': 'chat.example.com:8443', 'X-Forwarded-Proto': 'https' }
    expect(await originTold(one, headers)).toBe('https://chat.example.com:8443')
    const standard = { 'X-Forwarded-Host': 'Chat.Example.com:443', 'X-Forwarded-Proto': 'HTTPS' }
    expect(await originTold(one, standard)).toBe('https://chat.example.com')
  })

  test('of a list, what the trusted proxies added counts, and what a client sent does not', async () => {
    const headers = {
      'X-Forwarded-Host': 'evil.example, chat.example.com',
      'X-Forwarded-Proto': 'http, https',
    }
    expect(await originTold(one, headers)).toBe('https://chat.example.com')
    const inner = {
      'X-Forwarded-Host': 'evil.example, chat.example.com, inner.example',
      'X-Forwarded-Proto': 'http,https,http',
    }
    expect(await originTold(two, inner)).toBe('https://chat.example.com')
    expect(await originTold(two, FORWARDED)).toBe('https://chat.example.com')
  })

  test('without TRUST_PROXY none of it counts', async () => {
    expect(await originTold(app, FORWARDED)).toBe(app.url)
    const [cookie] = (await beGuest(app, FORWARDED)).headers.getSetCookie()
    expect(cookie).toMatch(/^session-token=/)
    const foreign = { ...FORWARDED, Origin: 'https://chat.example.com' }
    expect((await beGuest(app, foreign)).status).toBe(403)
  })
})

describe('a host that is none', () => {
  test.each([
    'evil.example/<script>alert(1)</script>',
    'user:password@evil.example',
    'evil.example#x',
    'evil.example?x',
    'evil.example$(id)',
    '"onload=alert(1)',
    'a:99999',
    'chat.example.com, evil.example/x',
  ])('%s is refused, as Host and forwarded', async (host) => {
    for (const line of [`Host: ${host}`, `Host: localhost\r\nX-Forwarded-Host: ${host}`]) {
      const bytes = `GET /docs/api HTTP/1.1\r\n${line}\r\nConnection: close\r\n\r\n`
      expect(await sendBytes(one.url, bytes), line).toMatch(/^HTTP\/1.1 400 /)
    }
  })

  test('a forwarded protocol that is none counts as http', async () => {
    const headers = { 'X-Forwarded-Host': 'chat.example.com', 'X-Forwarded-Proto': 'javascript' }
    expect(await originTold(one, headers)).toBe('http://chat.example.com')
  })
})

describe('the refusal of a foreign origin', () => {
  const FOREIGN = { Origin: 'https://elsewhere.example' }

  test('it says which origin it saw and names BASE_URL, for a form', async () => {
    const text = await (await beGuest(app, FOREIGN)).text()
    expect(text).toContain('https://elsewhere.example')
    expect(text).toContain(app.url)
    expect(text).toContain('BASE_URL')
  })

  test('it says which origin it saw and names BASE_URL, for /api', async () => {
    const response = await fetch(`${app.url}/api/session`, { method: 'POST', headers: FOREIGN })
    expect(response.status).toBe(403)
    const { detail } = await response.json()
    expect(detail).toContain('https://elsewhere.example')
    expect(detail).toContain(app.url)
    expect(detail).toContain('BASE_URL')
  })

  test('it does not repeat what is no origin', async () => {
    const text = await (await beGuest(app, { Origin: '<script>alert(1)</script>' })).text()
    expect(text).not.toContain('script')
    expect(text).toContain('the origin null')
  })
})
