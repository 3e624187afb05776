import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/app.ts'

test('in development the web process serves pages and the interface from the sources', async () => {
  await using app = await startApp({ env: { NODE_ENV: 'development' } })
  const client = app.client()
  // Writes through an entity: of which there must be one copy, Node's own.
  await client.guest()
  const page = await client.get('/')
  expect(page.status).toBe(200)
  expect(await page.text()).toContain('/app/root.tsx')
  const saved = await client.post(`/api/document?id=${randomUUID()}`, {
    title: 'Notes',
    content: 'Draft',
    kind: 'text',
  })
  expect(saved.status).toBe(200)
  expect((await client.get('/api/nothing')).status).toBe(404)
  expect(app.web.logs().filter(({ level }) => (level ?? 0) >= 50)).toEqual([])
})
