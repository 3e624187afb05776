import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { Validator } from '@seriousme/openapi-schema-validator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import type { TestClient } from '#tests/support/client.ts'
import { type DescribedApi, describedApi } from '#tests/support/described-api.ts'
import { makePng } from '#tests/support/test-images.ts'

let app: TestApp
let api: DescribedApi
let client: TestClient
beforeAll(async () => {
  app = await startApp({ worker: true })
  client = app.client()
  api = describedApi(await (await fetch(`${app.url}/api/openapi.json`)).json())
})
afterAll(() => app.stop())

describe('/api/openapi.json', () => {
  test('the description is valid OpenAPI 3.1', async () => {
    const result = await new Validator().validate(structuredClone(api.document))
    expect(result.errors).toBeUndefined()
    expect(result.valid).toBe(true)
    expect(api.document.openapi).toBe('3.1.0')
  })

  test('it needs no session, and a client that has it gets 304', async () => {
    const response = await fetch(`${app.url}/api/openapi.json`)
    expect(response.headers.get('content-type')).toMatch(/^application\/json\b/)
    const etag = response.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    const headers = { 'If-None-Match': `W/${etag}` }
    expect((await fetch(`${app.url}/api/openapi.json`, { headers })).status).toBe(304)
  })

  test('it has every route of /api with each of its methods, and no other', async () => {
    const files = await readdir(new URL('../../app/routes', import.meta.url))
    const routes = files.filter((file) => /^api\..*\.ts$/.test(file) && file !== 'api.$.ts')
    const described = Object.entries(api.document.paths)
      .filter(([path]) => path.startsWith('/api/'))
      .map(([path, methods]) => [path, Object.keys(methods).toSorted()])
    const served = await Promise.all(
      routes.map(async (file) => {
        const path = pathOf(file)
        const response = await fetch(app.url + path.replace(/\{\w+\}/g, randomUUID()), {
          method: 'PUT',
        })
        expect(response.status, path).toBe(405)
        const allow = response.headers.get('allow')?.toLowerCase().split(', ') ?? []
        return [path, allow.filter((method) => method !== 'head').toSorted()]
      }),
    )
    expect(Object.fromEntries(served)).toEqual(Object.fromEntries(described))
  })

  test('its examples are valid', () => {
    expect(api.faults(['components', 'schemas', 'Vote'], { chatId: 1 })).not.toEqual([])
    for (const [path, methods] of Object.entries(api.document.paths)) {
      for (const [method, { requestBody, responses }] of Object.entries(methods)) {
        const at = ['paths', path, method]
        expectExamples([...at, 'requestBody', 'content'], requestBody?.content)
        for (const [status, response] of Object.entries(responses)) {
          if ('$ref' in response) continue
          expectExamples([...at, 'responses', status, 'content'], response.content)
        }
      }
    }
  })

  test('every reference in it has a target', () => {
    const text = JSON.stringify(api.document)
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g)) {
      const components = api.document.components as Record<string, Record<string, unknown>>
      expect(components[kind]?.[name], `${kind}/${name}`).toBeDefined()
    }
  })
})

function expectExamples(at: string[], content: Record<string, { example?: unknown }> = {}) {
  for (const [type, media] of Object.entries(content)) {
    if (media.example === undefined || !('schema' in media)) continue
    expect(api.faults([...at, type, 'schema'], media.example), [...at, type].join(' ')).toEqual([])
  }
}

/** `api.chat_.$chatId.stream.ts` serves `/api/chat/{chatId}/stream`. */
function pathOf(file: string): string {
  const segments = file.replace(/\.ts$/, '').match(/(?:\[[^\]]*\]|[^.[])+/g) ?? []
  return `/${segments
    .map((segment) => segment.replace(/_$/, '').replace(/[[\]]/g, ''))
    .map((segment) => segment.replace(/^\$(.*)/, '{$1}'))
    .join('/')}`
}

describe('the answers of the service fit their description', () => {
  const [chatId, documentId] = [randomUUID(), randomUUID()]
  const credentials = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' }

  async function answers(
    status: number,
    method: string,
    path: string,
    {
      query = '',
      json,
      as = client,
      ...init
    }: RequestInit & {
      query?: string
      json?: unknown
      as?: TestClient
      [param: `{${string}}`]: string
    } = {},
  ): Promise<Response> {
    const params = init as Record<string, string>
    const address = path.replace(/\{\w+\}/g, (name) => params[name] ?? '') + query
    const response = await as.raw(address, {
      method,
      ...init,
      ...(json !== undefined && {
        body: JSON.stringify(json),
        headers: { 'Content-Type': 'application/json', ...init.headers },
      }),
    })
    expect(response.status, `${method} ${address}: ${await response.clone().text()}`).toBe(status)
    await api.check(method, path, response)
    return response
  }

  const message = (content: string) => ({
    json: {
      id: chatId,
      messages: [{ id: randomUUID(), role: 'user', content }],
      selectedChatModel: 'chat-model-small',
    },
  })

  test('answers about accounts, sessions and tokens fit', async () => {
    await answers(201, 'POST', '/api/users', { json: credentials })
    await answers(409, 'POST', '/api/users', { json: credentials, as: app.client() })
    await answers(400, 'POST', '/api/users', { json: { email: 'x' }, as: app.client() })
    await answers(200, 'GET', '/api/session')
    await answers(401, 'GET', '/api/session', { as: app.client() })
    const other = app.client()
    await answers(401, 'POST', '/api/session', {
      json: { ...credentials, password: 'wrong horse battery' },
      as: other,
    })
    await answers(200, 'POST', '/api/session', { json: credentials, as: other })
    await answers(204, 'DELETE', '/api/session', { as: other })
    const created = await answers(201, 'POST', '/api/tokens', { json: { name: 'a token' } })
    const { id, token } = (await created.json()) as { id: string; token: string }
    await answers(200, 'GET', '/api/tokens')
    const bearer = { Authorization: `Bearer ${token}` }
    await answers(403, 'GET', '/api/tokens', { headers: bearer, as: app.client() })
    const forever = { json: { name: 'a token', expiresInDays: null } }
    await answers(201, 'POST', '/api/tokens', forever)
    await answers(400, 'POST', '/api/tokens', { json: { name: 'a\u0007b' } })
    await answers(204, 'DELETE', '/api/tokens', { query: `?id=${id}` })
    await answers(404, 'DELETE', '/api/tokens', { query: `?id=${id}` })
  })

  test('answers to guests and forms fit', async () => {
    const guest = app.client()
    await answers(303, 'POST', '/guest', { as: guest })
    await answers(200, 'GET', '/api/session', { as: guest })
    await answers(303, 'POST', '/logout', { as: guest })
    const form = (fields: Record<string, string>) => ({
      body: new URLSearchParams(fields),
      as: app.client(),
    })
    await answers(303, 'POST', '/login', form(credentials))
    await answers(401, 'POST', '/login', form({ ...credentials, password: 'wrong horse' }))
    await answers(400, 'POST', '/register', form({ email: 'x', password: 'y' }))
    await answers(409, 'POST', '/register', form(credentials))
  })

  test('answers about chats fit', async () => {
    await answers(200, 'POST', '/api/chat', message('Write an essay about rain'))
    await answers(200, 'POST', '/api/chat', {
      ...message('Hello'),
      headers: { Accept: 'text/event-stream' },
    })
    await answers(400, 'POST', '/api/chat', { json: { id: 'x', messages: [] } })
    await answers(400, 'POST', '/api/chat', { body: '{' })
    await answers(401, 'POST', '/api/chat', { ...message('Hello'), as: app.client() })
    await answers(403, 'POST', '/api/chat', {
      ...message('Hello'),
      headers: { Origin: 'https://elsewhere.example' },
    })
    await answers(413, 'POST', '/api/chat', { body: 'x'.repeat(16 * 1024 * 1024 + 1) })
    const query = `?id=${chatId}`
    await answers(200, 'GET', '/api/chat', { query })
    await answers(404, 'GET', '/api/chat', { query: `?id=${randomUUID()}` })
    await answers(200, 'PATCH', '/api/chat', { query, json: { title: 'Rain' } })
    await answers(400, 'PATCH', '/api/chat', { query, json: {} })
    await answers(200, 'GET', '/api/history', { query: '?q=rain' })
    await answers(400, 'GET', '/api/history', { query: '?limit=0' })
    await answers(404, 'GET', '/api/history', { query: `?ending_before=${randomUUID()}` })
    await answers(200, 'GET', '/api/search', { query: '?q=rain' })
    const parts = [{ type: 'text', text: 'Rain' }]
    const imported = {
      id: 'elsewhere',
      title: 'Rain',
      createdAt: '2026-01-01T10:00:00Z',
      messages: [{ role: 'user', parts }],
    }
    await answers(200, 'POST', '/api/chats/import', { json: { chats: [imported] } })
    await answers(400, 'POST', '/api/chats/import', { json: { chats: [] } })
    await answers(400, 'GET', '/api/search', { query: '?q=' })
    await answers(204, 'GET', '/api/chat/{chatId}/stream', { '{chatId}': chatId })
    await answers(204, 'DELETE', '/api/chat/{chatId}/stream', { '{chatId}': chatId })
    await answers(404, 'DELETE', '/api/chat/{chatId}/stream', { '{chatId}': randomUUID() })
    await answers(200, 'GET', '/api/chat/{chatId}/export', { '{chatId}': chatId })
    await answers(200, 'GET', '/api/chat/{chatId}/export', {
      '{chatId}': chatId,
      query: '?format=markdown',
    })
  })

  test('answers of resuming and stopping a reply fit', async () => {
    const running = await client.post('/api/chat', message('Tell me a long story').json)
    const resumed = await client.raw(`/api/chat/${chatId}/stream`)
    expect(resumed.status).toBe(200)
    await api.check('GET', '/api/chat/{chatId}/stream', resumed)
    await answers(409, 'POST', '/api/chat', message('Another'))
    await answers(204, 'DELETE', '/api/chat/{chatId}/stream', { '{chatId}': chatId })
    await Promise.all([running.text(), resumed.text()])
  })

  test('answers about votes fit', async () => {
    const chat = await (await client.get(`/api/chat?id=${chatId}`)).json()
    const messageId = chat.messages.at(-1).id
    await answers(200, 'PATCH', '/api/vote', { json: { chatId, messageId, type: 'up' } })
    await answers(200, 'GET', '/api/vote', { query: `?chatId=${chatId}` })
    await answers(400, 'GET', '/api/vote')
    await answers(404, 'PATCH', '/api/vote', {
      json: { chatId, messageId: randomUUID(), type: 'up' },
    })
  })

  test('answers about documents and suggestions fit', async () => {
    const query = `?id=${documentId}`
    const json = { title: 'Rain', content: 'It rains.', kind: 'text' }
    await answers(404, 'GET', '/api/document', { query })
    await answers(400, 'POST', '/api/document', { json })
    const saved = await answers(200, 'POST', '/api/document', { query, json })
    const { createdAt } = (await saved.json()) as { createdAt: string }
    await answers(200, 'GET', '/api/document', { query })
    await answers(200, 'PATCH', '/api/document', { query, json: { timestamp: createdAt } })
    await answers(200, 'GET', '/api/document/{id}/export', { '{id}': documentId })
    await answers(404, 'GET', '/api/document/{id}/export', { '{id}': randomUUID() })
    const { userId } = (await (await client.get(`/api/document${query}`)).json())[0]
    const suggestionId = randomUUID()
    await app.database.sql(
      `insert into suggestion (id, document_id, document_created_at, original_text, suggested_text,
                               user_id, request_id, position)
       values ($1, $2, $3, 'rains', 'pours', $4, $5, 0)`,
      [suggestionId, documentId, createdAt, userId, randomUUID()],
    )
    const ofDocument = { query: `?documentId=${documentId}` }
    await answers(200, 'GET', '/api/suggestions', ofDocument)
    await answers(404, 'GET', '/api/suggestions')
    await answers(401, 'GET', '/api/suggestions', { ...ofDocument, as: app.client() })
    const resolved = { query: `?id=${suggestionId}`, json: { isResolved: true } }
    await answers(200, 'PATCH', '/api/suggestions', resolved)
  })

  test('answers about uploads fit', async () => {
    const body = new FormData()
    body.set('file', new Blob([new Uint8Array(await makePng())], { type: 'image/png' }), 'rain.png')
    const uploaded = await answers(200, 'POST', '/api/files/upload', { body })
    const { pathname } = (await uploaded.json()) as { pathname: string }
    const name = { '{name}': pathname.split('/')[1] ?? '' } as const
    const image = await answers(200, 'GET', '/uploads/{name}', name)
    const headers = { 'If-None-Match': image.headers.get('etag') ?? '' }
    await answers(304, 'GET', '/uploads/{name}', { ...name, headers })
    await answers(404, 'GET', '/uploads/{name}', { '{name}': 'x' })
    await answers(400, 'GET', '/uploads/{name}', { '{name}': '%zz' })
    await answers(400, 'POST', '/api/files/upload', { body: new FormData() })
  })

  test('answers of /healthz, /readyz and the description itself fit', async () => {
    await answers(200, 'GET', '/healthz')
    await answers(400, 'GET', '/healthz', { headers: { 'X-Forwarded-Host': 'a b' } })
    await answers(200, 'GET', '/readyz')
    await answers(200, 'GET', '/metrics')
    await answers(404, 'GET', '/metrics', { headers: { Via: '1.1 proxy' } })
    await answers(200, 'GET', '/api/openapi.json')
  })

  test('answers of deletions fit', async () => {
    await answers(404, 'DELETE', '/api/chat')
    await answers(200, 'DELETE', '/api/chat', { query: `?id=${chatId}` })
    await answers(404, 'DELETE', '/api/chat', { query: `?id=${chatId}` })
  })
})
