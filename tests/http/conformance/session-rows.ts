import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { type Row, rowsOf } from './row.ts'
import { NOBODIES, OWNERS, type World } from './world.ts'

const password = 'correct horse battery'
const email = () => `${randomUUID()}@example.com`
const COOKIE = /^session-token=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/

/** Makes an account; gives its address. */
async function account(world: World): Promise<string> {
  const address = email()
  const body = JSON.stringify({ email: address, password })
  await world.send('signed out', '/api/users', { method: 'POST', body })
  return address
}

let cookie = ''

const users = rowsOf('POST /api/users', [
  {
    when: 'the address is new',
    as: NOBODIES,
    send: () => ({ path: '/api/users', json: { email: email(), password } }),
    status: 201,
    headers: { 'set-cookie': COOKIE },
    body: { user: { kind: 'registered' }, expiresAt: expect.stringMatching(/Z$/) },
  },
  {
    when: 'the address is taken',
    as: 'signed out',
    async send(world) {
      const taken = await account(world)
      return { path: '/api/users', json: { email: taken.toUpperCase(), password } }
    },
    status: 409,
  },
  ...[
    { email: 'nobody', password },
    { email: 'a\u0000@example.com', password },
    { password },
    { email: 'a@example.com' },
    { email: 'a@example.com', password: 'short12' },
    { email: 'a@example.com', password: 'x'.repeat(257) },
    [],
  ].map((json) => ({
    when: `the body is ${JSON.stringify(json).slice(0, 60)}`,
    as: 'signed out' as const,
    send: () => ({ path: '/api/users', json }),
    status: 400,
  })),
])

const session = [
  ...rowsOf('POST /api/session', [
    {
      when: 'email and password fit',
      as: NOBODIES,
      send: async (world) => ({
        path: '/api/session',
        json: { email: await account(world), password },
      }),
      status: 200,
      headers: { 'set-cookie': COOKIE },
      body: { user: { kind: 'registered' } },
    },
    {
      when: 'the password is wrong',
      as: 'signed out',
      send: async (world) => ({
        path: '/api/session',
        json: { email: await account(world), password: 'wrong horse' },
      }),
      status: 401,
    },
    {
      when: 'the address is unknown',
      as: 'signed out',
      send: () => ({ path: '/api/session', json: { email: email(), password } }),
      status: 401,
    },
    {
      when: 'the password is missing',
      as: 'signed out',
      send: () => ({ path: '/api/session', json: { email: email() } }),
      status: 400,
    },
  ]),
  ...rowsOf('GET /api/session', [
    {
      when: 'signed in',
      as: OWNERS,
      send: () => ({ path: '/api/session' }),
      status: 200,
      body: { user: { kind: 'registered', email: expect.stringContaining('@') } },
    },
    {
      when: 'signed in',
      as: 'guest',
      send: () => ({ path: '/api/session' }),
      status: 200,
      body: { user: { kind: 'guest', email: null } },
    },
  ]),
  ...rowsOf('DELETE /api/session', [
    {
      when: 'signed in: the token is worth nothing from then on',
      as: 'signed out',
      async send(world) {
        const entered = await world.send('signed out', '/api/session', {
          method: 'POST',
          body: JSON.stringify({ email: await account(world), password }),
        })
        cookie = (entered.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
        return { path: '/api/session', headers: { cookie } }
      },
      status: 204,
      headers: { 'set-cookie': /^session-token=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/ },
      body: '',
      async after(world) {
        const again = await world.send('signed out', '/api/session', { headers: { cookie } })
        expect(again.status).toBe(401)
      },
    },
  ]),
]

export const SESSION_ROWS: Row[] = [...users, ...session]
