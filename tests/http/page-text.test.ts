import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import type { TestClient } from '#tests/support/client.ts'

let app: TestApp
let owner: TestClient

beforeAll(async () => {
  app = await startApp()
  owner = app.client()
  await owner.register()
})

afterAll(() => app?.stop())

test('a page has every character that takes several bytes, and no zero bytes between them', async () => {
  const id = randomUUID()
  // Words of all lengths, so that the pieces in which a page is written end within characters.
  const words = Array.from(
    { length: 2_000 },
    (_, n) => `${'雨'.repeat((n % 7) + 1)}${'a'.repeat(n % 3)}`,
  )
  const content = words.map((word) => `**${word}**`).join(' ')
  await owner.post(`/api/document?id=${id}`, { title: '雨', content, kind: 'text' })
  const html = await (await owner.get(`/documents/${id}`)).text()
  expect(html).not.toContain('\0')
  expect(html).not.toContain('\ufffd')
  expect([...html.matchAll(/<strong>([^<]*)<\/strong>/g)].map(([, word]) => word)).toEqual([
    'Demo model.',
    ...words,
  ])
})
