import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { registered } from '#tests/support/caller.ts'
import { libraryCalls } from '#tests/support/library-calls.ts'
import { enqueueCleanUp } from '#tests/support/test-queue.ts'

let app: TestApp

beforeAll(async () => {
  app = await startApp({ worker: true })
})

afterAll(() => app?.stop())

test('the worker removes for good what was deleted more than a day ago', async () => {
  const owner = await registered(app.url)
  const library = libraryCalls(owner)
  const remove = async (title: string) => {
    const { query } = await library.act(await library.save({ title }), { intent: 'delete' })
    return query.get('deleted') ?? ''
  }
  const [old, young] = [await remove('Ancient'), await remove('Young')]
  const age = (id: string, hours: number) =>
    app.database.sql(
      `update document_summary set deleted_at = now() - $2 * interval '1 hour' where id = $1`,
      [id, hours],
    )
  await age(old, 25)
  await age(young, 23)
  await enqueueCleanUp(app)
  const versionsOf = async (id: string) =>
    (await app.database.sql('select from document where id = $1', [id])).length
  await expect.poll(() => versionsOf(old), { timeout: 20_000 }).toBe(0)
  expect(await library.page()).not.toContain('Ancient')
  expect((await library.act(old, { intent: 'undelete' })).status).toBe(404)
  expect((await library.act(young, { intent: 'undelete' })).status).toBe(303)
  expect(await library.titles()).toEqual(['Young'])
})
