import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyBody, anyHeaders, anyQuery } from './fuzz/arbitraries.ts'
import { ENDPOINTS } from './fuzz/endpoints.ts'
import { type FuzzWorld, LIMITS, startFuzzWorld } from './fuzz/world.ts'

let world: FuzzWorld
beforeAll(async () => {
  world = await startFuzzWorld()
})
afterAll(() => world?.stop())

const send: FuzzWorld['send'] = (...request) => world.send(...request)

const NO_IDS = { chat: ':id', reply: ':id', document: ':id', suggestion: ':id' }

const named = ENDPOINTS.map((endpoint) => ({
  ...endpoint,
  name: `${endpoint.method} ${endpoint.path(NO_IDS).split('?')[0]}`,
}))

describe('random bodies', () => {
  test.each(named.filter(({ body }) => body !== undefined))(
    '$name has an orderly answer',
    async (endpoint) => {
      const { method, path, body } = endpoint
      await fc.assert(
        fc.asyncProperty(
          anyBody(body),
          async (json) => void (await send(method, path(world.ids), {}, json)),
        ),
        LIMITS,
      )
    },
  )
})

describe('random query strings', () => {
  test.each(named)('$name has an orderly answer', async ({ method, path, names, body }) => {
    const json = body === undefined ? undefined : JSON.stringify(body)
    // A chat that is really asked costs more than the reading of its query.
    const numRuns = path(world.ids) === '/api/chat' || path(world.ids) === '/api/session' ? 5 : 40
    await fc.assert(
      fc.asyncProperty(anyQuery(...names), async (query) => {
        await send(method, `${path(world.ids).split('?')[0]}?${query}`, {}, json)
      }),
      { ...LIMITS, numRuns },
    )
  })
})

describe('random headers', () => {
  test.each(named.filter(({ body }) => body === undefined))(
    '$name has an orderly answer',
    async ({ method, path }) => {
      await fc.assert(
        fc.asyncProperty(
          anyHeaders,
          async (headers) => void (await send(method, path(world.ids), headers)),
        ),
        { ...LIMITS, numRuns: 40 },
      )
    },
  )

  test('PATCH /api/vote with a body has an orderly answer', async () => {
    await fc.assert(
      fc.asyncProperty(anyHeaders, async (headers) => {
        await send('PATCH', '/api/vote', headers, '{"type":"up"}')
      }),
      LIMITS,
    )
  })
})

test('the service is ready after all of this', async () => {
  expect((await fetch(`${world.app.url}/readyz`)).status).toBe(200)
})
