import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import type { TestClient } from '#tests/support/client.ts'

let app: TestApp
let owner: TestClient
let userId: string
beforeAll(async () => {
  app = await startApp()
  owner = app.client()
  userId = (await owner.register()).id
})
afterAll(() => app?.stop())

/** Stores a document of which a version was made in each of so many seconds. */
async function storeDocument(count: number): Promise<string> {
  const id = randomUUID()
  await app.database.sql(
    `insert into document (id, user_id, created_at, title, content, kind)
     select $1, $2, timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second',
       'Rain', 'Version ' || n || '.', 'text'
     from generate_series(1, $3::int) as n`,
    [id, userId, count],
  )
  return id
}

async function readPage(address: string) {
  const page = await owner.get(address)
  expect(page.status).toBe(200)
  const html = await page.text()
  const links = [...html.matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(
    ([, href = '', inner = '']) => ({ href: href.replaceAll('&amp;', '&'), inner }),
  )
  return {
    html,
    versions: links.filter(({ inner }) => inner.includes('<time')).map(({ href }) => href),
    older: links.find(({ inner }) => inner === 'Older versions')?.href,
    newest: links.find(({ inner }) => inner === 'Newest versions')?.href,
  }
}

test('the page of a document lists a hundred versions at once, and leads to all of them', async () => {
  const id = await storeDocument(250)
  const first = await readPage(`/documents/${id}`)
  expect(first.versions).toHaveLength(100)
  expect(first.newest).toBeUndefined()
  expect(first.html).toContain('Version 250.')
  expect(first.html).toContain('<summary>250 versions</summary>')

  const second = await readPage(first.older ?? '')
  expect(second.versions).toHaveLength(100)
  expect(second.html).toContain('Version 250.')
  expect(second.html).toMatch(/<details class="versions" open=""/)
  // The list of chats has pages of its own.
  expect(second.html).not.toContain('newest chats')
  const third = await readPage(second.older ?? '')
  expect(third.versions).toHaveLength(50)
  expect(third.older).toBeUndefined()
  const times = [...first.versions, ...second.versions, ...third.versions].map((href) =>
    new URL(href, app.url).searchParams.get('version'),
  )
  expect(new Set(times).size).toBe(250)
  expect(times).toEqual(times.toSorted().toReversed())
  expect((await readPage(third.newest ?? '')).versions).toEqual(first.versions)

  const oldest = await readPage(third.versions.at(-1) ?? '')
  expect(oldest.html).toContain('<p>Version 1.</p>')
  expect(oldest.html).toContain('This is an earlier version.')
  expect(oldest.versions).toEqual(third.versions)
  expect(oldest.html.match(/aria-current="true"/g)).toHaveLength(1)
})

test('a version that is not listed can be restored', async () => {
  const id = await storeDocument(150)
  const version = '2026-01-01T00:00:01.000Z'
  const restored = await owner.post(`/documents/${id}`, undefined, {
    body: new URLSearchParams({ intent: 'restore', version }),
    redirect: 'manual',
  })
  expect(restored.status).toBe(303)
  const { html } = await readPage(`/documents/${id}`)
  expect(html).toContain('<p>Version 1.</p>')
  expect(html).not.toContain('This is an earlier version.')
})

test('the versions of a document with few of them are counted', async () => {
  const page = await readPage(`/documents/${await storeDocument(100)}`)
  expect(page.html.replaceAll('<!-- -->', '')).toContain('<summary>100 versions</summary>')
  expect(page.versions).toHaveLength(100)
  expect(page.older).toBeUndefined()
  expect((await readPage(`/documents/${await storeDocument(1)}`)).versions).toEqual([])
})
