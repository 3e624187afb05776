import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, registered } from '#tests/support/caller.ts'

let app: TestApp
let somebody: Caller

beforeAll(async () => {
  app = await startApp()
  somebody = await registered(app.url)
})
afterAll(() => app?.stop())

const ENDPOINTS = [
  ['GET', '/api/document', 'id'],
  ['POST', '/api/document', 'id'],
  ['PATCH', '/api/document', 'id'],
  ['GET', '/api/vote', 'chatId'],
  ['PATCH', '/api/vote', 'chatId'],
  ['GET', '/api/suggestions', 'documentId'],
  ['PATCH', '/api/suggestions', 'id'],
] as const

const nearly = {
  title: 'Note',
  content: 'One.',
  kind: 'text',
  timestamp: '2026-01-01T00:00:00Z',
  chatId: randomUUID(),
  messageId: randomUUID(),
  type: 'up',
  isResolved: true,
}

const value = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\u0000', '\ud800', 'a\u0000b', `';--`, '0000-01-01T00:00:00Z', 'NaN'),
  fc.uuid(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.jsonValue(),
)

/** Something that is not the body asked for, or that is, but for one field. */
const body = fc.oneof(
  fc.jsonValue(),
  fc.dictionary(fc.constantFrom(...Object.keys(nearly)), value),
  fc
    .tuple(fc.constantFrom(...Object.keys(nearly)), value)
    .map(([key, wrong]) => ({ ...nearly, [key]: wrong })),
)

const query = fc.oneof(fc.string({ unit: 'binary' }), fc.uuid(), fc.constant('\u0000'))

describe.each(ENDPOINTS)('%s %s', (method, path, parameter) => {
  test('malformed input is never answered with 5xx', async () => {
    await fc.assert(
      fc.asyncProperty(query, body, async (id, json) => {
        const search = new URLSearchParams({ [parameter]: id })
        const sent = method === 'GET' ? undefined : JSON.stringify(json)
        const response = await somebody.call(method, `${path}?${search}`, sent)
        expect(response.status, await response.text()).toBeLessThan(500)
      }),
      { numRuns: 100 },
    )
  })
})
