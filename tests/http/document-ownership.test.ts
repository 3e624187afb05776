import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, guest, registered, signedOut } from '#tests/support/caller.ts'
import { seedSuggestion } from '#tests/support/seed.ts'

/* Every way to a document, tried by those to whom it does not belong. */

let app: TestApp
let owner: Caller
let id: string
let suggestion: string
let version: { id: string; createdAt: string }

const SECRET = 'A secret of the owner'

beforeAll(async () => {
  app = await startApp()
  owner = await registered(app.url)
  id = randomUUID()
  for (const content of [`${SECRET}, first.\n`, `${SECRET}, then.\n`]) {
    const body = { title: SECRET, content, kind: 'sheet' }
    const saved = await owner.call('POST', `/api/document?id=${id}`, body)
    version = (await saved.json()) as typeof version
  }
  suggestion = await seedSuggestion(app.database, {
    ...{ version, userId: owner.userId },
    ...{ originalText: SECRET, suggestedText: `${SECRET}!`, startOffset: 0 },
  })
})
afterAll(() => app?.stop())

const READS = [
  '/api/document?id=ID',
  '/api/document/ID/export',
  '/api/suggestions?documentId=ID',
  '/documents/ID',
  '/documents/ID?version=TIME',
  '/documents/ID/edit',
  '/documents/ID/diff',
  '/documents/ID/state',
  '/documents/ID/version',
  '/documents/ID/version?createdAt=TIME',
  '/documents/ID/suggestions',
  '/documents/ID/file',
  '/documents/ID/chart.svg',
  `/chat/${randomUUID()}/documents/ID`,
]

const INTENTS = [
  'restore',
  'revert',
  'accept',
  'accept-all',
  'dismiss',
  'suggest',
  'ask',
  'rename',
  'duplicate',
  'delete',
  'undelete',
  'delete-forever',
]

const filled = (path: string) =>
  path.replace('ID', id).replace('TIME', encodeURIComponent(version.createdAt))

const FIELDS = {
  ...{ title: 'Mine', content: 'Mine', kind: 'text', instruction: 'Shorten', later: '1' },
  redirectTo: '/',
}

function stateOf(documentId: string) {
  return app.database.sql(
    `select document.*, suggestion.is_resolved from document
       left join suggestion on suggestion.document_id = document.id
        and suggestion.document_created_at = document.created_at
      where document.id = $1 order by document.created_at`,
    [documentId],
  )
}

function sendForm(caller: Caller, path: string, fields: Record<string, string>) {
  return caller.client.raw(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { Origin: app.url },
  })
}

describe.each([
  ['another account', registered],
  ['a guest', guest],
  ['somebody without a session', async (url: string) => signedOut(url)],
])('%s', (_who, make) => {
  let stranger: Caller
  beforeAll(async () => {
    stranger = await make(app.url)
  })

  test.each(READS)('reads nothing at %s', async (path) => {
    const owned = await owner.client.raw(filled(path))
    const response = await stranger.client.raw(filled(path))
    const text = await response.text()
    expect(response.status).not.toBe(200)
    expect(text).not.toContain(SECRET)
    // The address is one at which the owner finds something, or the chat is not theirs either.
    expect([200, 404]).toContain(owned.status)
  })

  test('changes nothing by the interface', async () => {
    const before = await stateOf(id)
    const time = version.createdAt
    const body = { title: 'Mine', content: 'Mine', kind: 'text' }
    const answers = [
      await stranger.call('POST', `/api/document?id=${id}`, body),
      await stranger.call('POST', `/api/document?id=${id}`, { ...body, baseCreatedAt: time }),
      await stranger.call('POST', `/api/document?id=${id}`, {
        ...{ ...body, baseCreatedAt: time },
        replaceBase: true,
      }),
      await stranger.call('PATCH', `/api/document?id=${id}`, {
        timestamp: '1970-01-01T00:00:00.000Z',
      }),
      await stranger.call('DELETE', `/api/document?id=${id}`),
      await stranger.call('PATCH', `/api/suggestions?id=${suggestion}`, { isResolved: true }),
    ]
    for (const { status } of answers) expect(status).toBeGreaterThanOrEqual(400)
    expect(await stateOf(id)).toEqual(before)
  })

  test('changes nothing by a form', async () => {
    const before = await stateOf(id)
    for (const intent of INTENTS) {
      const fields = { ...FIELDS, intent, suggestion, version: version.createdAt }
      for (const path of [`/documents/${id}`, `/documents/${id}?_data=routes`]) {
        const { status } = await sendForm(stranger, path, fields)
        expect([intent, status >= 400 || status === 303 || status === 302]).toEqual([intent, true])
      }
      const asJson = await stranger.call('POST', `/documents/${id}/suggestions`, fields)
      expect(asJson.status).toBeGreaterThanOrEqual(400)
    }
    for (const intent of ['edit', 'resolve']) {
      const fields = { ...FIELDS, intent, baseCreatedAt: version.createdAt }
      const answer = await sendForm(stranger, `/documents/${id}/edit`, {
        ...fields,
        current: version.createdAt,
      })
      expect(answer.status).toBeGreaterThanOrEqual(400)
      expect(await answer.text()).not.toContain(SECRET)
    }
    expect(await stateOf(id)).toEqual(before)
    if (!stranger.userId) return
    const [own] = await app.database.sql<{ count: string }>(
      'select count(*) from document where user_id = $1',
      [stranger.userId],
    )
    expect(Number(own?.count)).toBe(0)
  })

  test("does not reach it by a document of one's own", async () => {
    if (!stranger.userId) return
    const mine = randomUUID()
    const body = { title: 'Mine', content: `${SECRET.slice(0, 3)}`, kind: 'sheet' }
    await stranger.call('POST', `/api/document?id=${mine}`, body)
    const before = await stateOf(id)
    for (const intent of ['accept', 'dismiss', 'restore']) {
      const fields = { ...FIELDS, intent, suggestion, version: version.createdAt }
      const answer = await sendForm(stranger, `/documents/${mine}`, fields)
      expect(answer.status).toBeGreaterThanOrEqual(400)
    }
    expect(await stateOf(id)).toEqual(before)
    const deleted = await stranger.call('DELETE', `/api/document?id=${mine}`)
    expect(deleted.status).toBe(204)
  })
})
