import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatOnce, getChat, postChat, textOf } from '#tests/support/chat.ts'
import { readDataStream } from '#tests/support/read-data-stream.ts'
import { anyForm, anyQuery } from './fuzz/arbitraries.ts'
import type { FuzzIds } from './fuzz/endpoints.ts'
import { type FuzzWorld, LIMITS, startFuzzWorld } from './fuzz/world.ts'

let world: FuzzWorld
beforeAll(async () => {
  world = await startFuzzWorld()
})
afterAll(() => world?.stop())

const send: FuzzWorld['send'] = (...request) => world.send(...request)

describe('random forms and queries of pages', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const page = (
    name: string,
    fields: Record<string, string>,
    path: (ids: FuzzIds) => string = () => `/${name}`,
    numRuns = 25,
  ) => ({ name: `/${name}`, fields, path, numRuns }) as const

  test.each([
    page('login', { email: 'a@example.com', password: 'x', redirectTo: '/' }, undefined, 8),
    page('register', { email: 'nobody', password: 'short', redirectTo: '/' }),
    page('guest', { redirectTo: '/settings' }),
    page('settings', { intent: 'create-token', name: 'ci', expiresInDays: '7', id: 'x' }),
    page('', { intent: 'send', text: 'Hello', model: 'chat-model-small' }, () => '/?index'),
    page(
      'chat/:chatId',
      { intent: 'rename', title: 'Rain', visibility: 'public', text: 'Hello', redirectTo: '/' },
      (ids) => `/chat/${ids.chat}`,
    ),
    page(
      'chat/:chatId (a message)',
      { intent: `up ${randomUUID()}`, text: 'Hello', model: 'x' },
      (ids) => `/chat/${ids.chat}`,
    ),
    page(
      'documents/:documentId',
      { intent: 'accept', suggestion: randomUUID(), version: '2026-01-01T00:00:00Z' },
      (ids) => `/documents/${ids.document}`,
    ),
    page(
      'documents',
      { intent: 'upload', file: 'x', redirectTo: '/documents' },
      () => '/documents?index',
    ),
    page('logout', { x: 'y' }, () => '/logout', 1),
  ])('POST $name has an orderly answer', async ({ path, fields, numRuns }) => {
    const target = path(world.ids)
    // Signing in and out must not end the session of the other tests.
    const { cookie } = { cookie: target === '/logout' ? '' : world.user.client.cookie() }
    await fc.assert(
      fc.asyncProperty(anyForm(fields), async (body) => {
        await send('POST', target, { ...form, cookie }, body)
      }),
      { ...LIMITS, numRuns },
    )
  })

  test('a page with any query has an orderly answer', async () => {
    const paths = ['/', '/login', '/register', '/guest', '/logout', '/settings', '/docs/api']
    const path = fc.constantFrom(
      ...paths,
      `/chat/${world.ids.chat}`,
      `/documents/${world.ids.document}`,
      '/documents',
    )
    const query = anyQuery(
      'redirectTo',
      'kind',
      'deleted',
      'chat',
      'before',
      'q',
      'version',
      'versionsBefore',
      'edit',
      '_routes',
    )
    await fc.assert(
      fc.asyncProperty(path, fc.boolean(), query, async (page, asData, search) => {
        const data = page === '/' ? '/_root.data' : `${page}.data`
        await send('GET', `${asData ? data : page}?${search}`)
      }),
      LIMITS,
    )
  })
})

describe('a text that Postgres cannot store', () => {
  test('is stored without the impossible characters when a user sends it', async () => {
    const chatId = randomUUID()
    const text = 'a\u0000b \ud800 😀'
    const parts = [
      { type: 'text', text },
      {
        type: 'tool-\u0000',
        toolCallId: '\u0000',
        state: 'output-available',
        output: { [text]: [text] },
      },
    ]
    const history = [
      { id: 'x\u0000', role: 'assistant', parts },
      { id: 'y\ud800', role: 'user', content: text },
    ]
    const response = await postChat(world.user.client, history, { chatId })
    expect(response.status, await response.clone().text()).toBe(200)
    expect((await readDataStream(response)).text).toBe('Hello.')
    const { messages, title } = await getChat(world.user.client, chatId)
    // The beginning of the message, until the worker has written a title.
    expect(['ab \ufffd 😀', 'Hello.']).toContain(title)
    expect(messages.map(textOf)).toEqual(['ab \ufffd 😀', 'ab \ufffd 😀', 'Hello.'])
  })

  test('is stored without the impossible characters when a model writes it', async () => {
    const { chatId } = await chatOnce(world.user.client, 'write NUL')
    const [, reply] = (await getChat(world.user.client, chatId)).messages
    expect(reply?.status).toBe('complete')
    expect(textOf(reply)).toBe('ab 😀 \ufffd end')
  })
})

test('the service is ready after all of this', async () => {
  expect((await fetch(`${world.app.url}/readyz`)).status).toBe(200)
})
