import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import type { TestClient } from '#tests/support/client.ts'

let app: TestApp
let client: TestClient
let userId: string
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  client = app.client()
  userId = (await client.register()).id
})

type Seed = { title?: string; says?: string; status?: string; minutesAgo?: number; owner?: string }

async function seedChat({
  title = 'Untitled',
  says,
  status = 'complete',
  minutesAgo = 0,
  owner = userId,
}: Seed) {
  const id = randomUUID()
  await app.database.sql(
    `insert into chat (id, user_id, title, created_at)
     values ($1, $2, $3, now() - make_interval(mins => $4))`,
    [id, owner, title, minutesAgo],
  )
  if (says !== undefined) {
    const parts = [
      { type: 'reasoning', text: 'secretthought' },
      { type: 'text', text: says },
      { type: 'tool-getWeather', toolCallId: 'c', input: { latitude: 'toolword' } },
    ]
    await app.database.sql(
      `insert into message (id, chat_id, position, role, parts, status)
       values ($1, $2, 0, 'assistant', $3, $4)`,
      [randomUUID(), id, JSON.stringify(parts), status],
    )
  }
  return id
}

async function history(query: Record<string, string | number> = {}) {
  const search = new URLSearchParams(Object.entries(query).map(([k, v]) => [k, String(v)]))
  const response = await client.get(`/api/history?${search}`)
  expect(response.status, await response.clone().text()).toBe(200)
  return (await response.json()) as { chats: { id: string; title: string }[]; hasMore: boolean }
}

const idsOf = async (query: Record<string, string | number>) =>
  (await history(query)).chats.map(({ id }) => id)

const find = (q: string) => idsOf({ q })

describe('the pages of GET /api/history', () => {
  test('ending_before leads from the newest to the oldest chat, and starting_after back', async () => {
    const ids: string[] = []
    for (let minutesAgo = 0; minutesAgo < 5; minutesAgo++) ids.push(await seedChat({ minutesAgo }))
    const [a, b, c, d, e] = ids as [string, string, string, string, string]
    expect((await history()).chats.map(({ id }) => id)).toEqual(ids)
    const first = await history({ limit: 2 })
    expect(first).toMatchObject({ chats: [{ id: a }, { id: b }], hasMore: true })
    const second = await history({ limit: 2, ending_before: b })
    expect(second).toMatchObject({ chats: [{ id: c }, { id: d }], hasMore: true })
    const third = await history({ limit: 2, ending_before: d })
    expect(third).toMatchObject({ chats: [{ id: e }], hasMore: false })
    const back = await history({ limit: 2, starting_after: e })
    expect(back).toMatchObject({ chats: [{ id: c }, { id: d }], hasMore: true })
    const newest = await history({ limit: 2, starting_after: c })
    expect(newest).toMatchObject({ chats: [{ id: a }, { id: b }], hasMore: false })
  })

  test('chats of the same millisecond are all listed', async () => {
    for (let i = 0; i < 5; i++) await seedChat({})
    await app.database.sql('update chat set created_at = now() where user_id = $1', [userId])
    const seen: string[] = []
    let query: Record<string, string | number> = { limit: 2 }
    for (let page = 0; page < 3; page++) {
      const ids = await idsOf(query)
      seen.push(...ids)
      query = { limit: 2, ending_before: ids.at(-1) ?? '' }
    }
    expect(new Set(seen).size).toBe(5)
  })

  test.each([
    ['limit=0', 400],
    ['limit=101', 400],
    ['limit=x', 400],
    ['ending_before=x', 400],
    [`ending_before=${randomUUID()}&starting_after=${randomUUID()}`, 400],
    [`q=${'x'.repeat(201)}`, 400],
    ['q=a%00b', 400],
    [`ending_before=${randomUUID()}`, 404],
  ])('the query %s is answered %i', async (query, status) => {
    expect((await client.get(`/api/history?${query}`)).status).toBe(status)
  })

  test('a caller without a session gets 401', async () => {
    expect((await app.client().get('/api/history?q=rain')).status).toBe(401)
  })
})

describe('the search in the history', () => {
  test('words of the title and of message texts are found, and nothing else', async () => {
    const id = await seedChat({ title: 'Rain in Łódź', says: 'The umbrella, an ÉLAN of cloth.' })
    await seedChat({ title: 'Sun' })
    for (const q of ['rain', 'RAIN', 'łódź', 'umbrella', 'élan', 'rain łódź']) {
      expect(await find(q), q).toEqual([id])
    }
    for (const q of ['secretthought', 'toolword', 'text', 'umbrella rain']) {
      expect(await find(q), q).toEqual([])
    }
  })

  test('the last word is completed while it is typed', async () => {
    const id = await seedChat({
      title: "Don't panic",
      says: 'See foo-bar at ada@example.com or https://docs.example.org/guide, v1.2.3.',
    })
    const typed = ['pan', 'see fo', 'foo-ba', 'ada@exam', 'v1.2', "don't", 'docs.exam', '(pan']
    for (const q of typed) expect(await find(q), q).toEqual([id])
    for (const q of ['anic', 'pan see', '"pan"', '-pan ic']) expect(await find(q), q).toEqual([])
  })

  test('phrases, alternatives and exclusions are understood', async () => {
    const cat = await seedChat({ title: 'black cat', minutesAgo: 2 })
    const dog = await seedChat({ title: 'black big dog', minutesAgo: 1 })
    expect(await find('"black cat"')).toEqual([cat])
    expect(await find('"black dog"')).toEqual([])
    expect(await find('cat or dog')).toEqual([dog, cat])
    expect(await find('black -dog')).toEqual([cat])
  })

  test.each(['!!!', "'", '\\', "a'b\\", ':*', '&|!()<->', '"', '-', 'or', '日本', "''':*", '%_'])(
    'the search for %s is answered 200',
    async (q) => {
      await seedChat({ title: 'anything' })
      expect(await find(q)).toEqual([])
    },
  )

  test('an empty search is no search', async () => {
    const id = await seedChat({})
    expect(await find('  ')).toEqual([id])
  })

  test("only the caller's own chats are found", async () => {
    const stranger = await app.client().register()
    const theirs = await seedChat({ title: 'quarry', says: 'quarry', owner: stranger.id })
    await saveDocument(stranger.id, theirs, 'quarry')
    expect(await find('quarry')).toEqual([])
  })

  test('the results are newest first and continue with a cursor', async () => {
    const ids: string[] = []
    for (let minutesAgo = 0; minutesAgo < 4; minutesAgo++) {
      ids.push(await seedChat({ minutesAgo, says: 'needle' }))
      await seedChat({ minutesAgo, says: 'hay' })
    }
    const first = await history({ q: 'needle', limit: 3 })
    expect(first).toMatchObject({ hasMore: true, chats: ids.slice(0, 3).map((id) => ({ id })) })
    const last = ids[2] ?? ''
    expect(await idsOf({ q: 'needle', limit: 3, ending_before: last })).toEqual(ids.slice(3))
    expect(await idsOf({ q: 'needle', limit: 3, starting_after: last })).toEqual(ids.slice(0, 2))
  })

  test('a reply is found when it is final, not while it is written', async () => {
    const id = await seedChat({ says: 'growing', status: 'streaming' })
    expect(await find('growing')).toEqual([])
    await app.database.sql("update message set status = 'interrupted' where chat_id = $1", [id])
    expect(await find('growing')).toEqual([id])
  })

  test('a chat is found by the present version of its document, also one saved by the user', async () => {
    const chat = await seedChat({})
    const document = await saveDocument(userId, chat, 'first draft')
    expect(await find('draft')).toEqual([chat])
    await client.post(`/api/document?id=${document}`, {
      title: 'Report',
      content: 'final words',
      kind: 'text',
    })
    expect(await find('draft')).toEqual([])
    expect(await find('final report')).toEqual([chat])
  })

  test('a document stays when its chat is deleted', async () => {
    const chat = await seedChat({})
    const document = await saveDocument(userId, chat, 'orphan')
    expect((await client.delete(`/api/chat?id=${chat}`)).status).toBe(200)
    expect((await client.get(`/api/document?id=${document}`)).status).toBe(200)
    expect(await find('orphan')).toEqual([])
  })

  test('the content of image documents is not searched', async () => {
    const chat = await seedChat({})
    await saveDocument(userId, chat, 'aGVsbG8', 'image')
    expect(await find('aGVsbG8')).toEqual([])
  })

  test('a huge document can be saved, and its beginning is found', async () => {
    const chat = await seedChat({})
    const words = Array.from({ length: 400_000 }, (_, i) => `wort-${i.toString(36)}`).join(' ')
    await saveDocument(userId, chat, words)
    expect(await find('wort-a')).toEqual([chat])
    expect(await find(`wort-${(399_999).toString(36)}`)).toEqual([])
  })
})

async function saveDocument(owner: string, chat: string, content: string, kind = 'text') {
  const id = randomUUID()
  await app.database.sql('select save_document_version($1, $2, $3, $4, $5, $6)', [
    id,
    owner,
    'A title',
    content,
    kind,
    chat,
  ])
  return id
}
