import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, registered, signedOut } from '#tests/support/caller.ts'

let app: TestApp
let owner: Caller
beforeAll(async () => {
  app = await startApp()
  owner = await registered(app.url)
})
afterAll(() => app?.stop())

async function save(id: string, content: string, title = 'Note') {
  const response = await owner.call('POST', `/api/document?id=${id}`, {
    title,
    content,
    kind: 'text',
  })
  expect(response.status).toBe(200)
  return (await response.json()) as { createdAt: string }
}

async function read(path: string, caller = owner) {
  const response = await caller.call('GET', path)
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('an open page reads the newest version of its document, or another', async () => {
  const id = randomUUID()
  const first = await save(id, 'One.')
  const second = await save(id, 'Two.')
  const newest = await read(`/documents/${id}/version`)
  expect(newest.body).toEqual(second)
  expect(newest.headers.get('cache-control')).toContain('no-store')
  const at = encodeURIComponent(first.createdAt)
  expect((await read(`/documents/${id}/version?createdAt=${at}`)).body).toEqual(first)
  const unknown = await read(`/documents/${id}/version?createdAt=2020-01-01T00:00:00.000Z`)
  expect(unknown.status).toBe(404)
})

test('a large version is read whole', async () => {
  const id = randomUUID()
  const saved = await save(id, 'ä\n"'.repeat(700_000))
  expect((await read(`/documents/${id}/version`)).body).toEqual(saved)
})

test('an open page learns what has become of its document', async () => {
  const id = randomUUID()
  const { createdAt } = await save(id, 'One.')
  expect((await read(`/documents/${id}/state`)).body).toEqual({
    createdAt,
    title: 'Note',
    openSuggestions: 0,
    suggesting: false,
  })
  const request = randomUUID()
  await app.database.sql(
    `insert into suggestion_request (id, document_id, document_created_at, user_id)
     values ($1, $2, $3, $4)`,
    [request, id, createdAt, owner.userId],
  )
  await app.database.sql(
    `insert into suggestion (id, document_id, document_created_at, original_text, suggested_text,
       user_id, request_id, position, is_resolved)
     select gen_random_uuid(), $1, $2, 'One', 'Two', $3, $4, n, n = 0 from generate_series(0, 2) n`,
    [id, createdAt, owner.userId, request],
  )
  const later = await save(id, 'Three.', 'Renamed')
  expect((await read(`/documents/${id}/state`)).body).toEqual({
    createdAt: later.createdAt,
    title: 'Renamed',
    openSuggestions: 2,
    suggesting: true,
  })
  await app.database.sql(`update suggestion_request set status = 'done' where id = $1`, [request])
  expect((await read(`/documents/${id}/state`)).body).toMatchObject({ suggesting: false })
})

test.each(['version', 'state'])('the %s of a document is for its owner', async (part) => {
  const id = randomUUID()
  await save(id, 'One.')
  const path = `/documents/${id}/${part}`
  expect((await read(path, signedOut(app.url))).status).toBe(401)
  expect((await read(path, await registered(app.url))).status).toBe(401)
  expect((await read(`/documents/${randomUUID()}/${part}`)).status).toBe(404)
  expect((await read(`/documents/nothing/${part}`)).status).toBe(400)
})
