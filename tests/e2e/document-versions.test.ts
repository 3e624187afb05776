import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { browserSite } from '#tests/support/browser-site.ts'
import { makePng } from '#tests/support/test-images.ts'

/* Earlier versions and comparisons of every kind of document, wide and on a phone. */

const PHONE = { width: 390, height: 800 }

const site = browserSite()

const image = async (width: number) => (await makePng(width, 20)).toString('base64')

test.each([
  ['text', '# Rain\n\nThe rain falls.\n', '# Rain\n\nThe snow falls.\n', 'snow'],
  ['code', 'const a = 1\nconst b = 2\n', 'const a = 1\nconst b = 3\n', '1 line added'],
  ['sheet', 'name,age\nAnn,30\nBob,41\n', 'name,age\nAnn,30\nBob,4200\n', '4200'],
  ['image', await image(30), await image(40), '40 × 20 pixels'],
] as const)(
  'versions of kind %s are compared, stepped through and restored',
  async (kind, before, after, shown) => {
    const { page, errors } = await site.visit()
    const id = await store(page, kind, [before, after])
    await page.goto(`/documents/${id}/diff`)
    await page.getByText(shown).first().waitFor()
    await expectFits(page)

    await page.goto(`/documents/${id}`)
    await page.getByRole('link', { name: 'Previous version' }).click()
    await page.getByText('This is an earlier version.').waitFor()
    await expectFits(page)
    await page.getByRole('button', { name: 'Restore' }).click()
    await page.getByText('Version 3 of 3').waitFor()
    await expectFits(page)
    expect(errors).toEqual([])
  },
)

test('the versions are played to the newest, also when one is slow to load', async () => {
  const { page, errors } = await site.visit()
  const id = await store(page, 'text', ['One.\n', 'Two.\n'])
  await page.goto(`/documents/${id}`)
  await page.getByText('Version 2 of 2').waitFor()
  await page.route(/[?&]version=/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Play' }).click()
  await page.getByText('Version 1 of 2').waitFor()
  await page.getByText('Version 2 of 2').waitFor()
  await page.getByRole('button', { name: 'Play' }).waitFor()
  expect(errors).toEqual([])
})

test('the older versions of a document that is open to be edited are listed', async () => {
  const { page, errors } = await site.visit()
  const id = await store(page, 'text', ['One.\n'])
  await site.app.database.sql(
    `insert into document (id, user_id, created_at, title, content, kind)
     select id, user_id, created_at - n * interval '1 second', title, 'Before.', kind
     from document, generate_series(1, 120) as n where id = $1`,
    [id],
  )
  await page.goto(`/documents/${id}`)
  await page.getByText('121 versions').click()
  await page.getByRole('link', { name: 'Older versions' }).click()
  await page.getByRole('link', { name: /^Version 1,/ }).waitFor()
  // The newest version is edited, at an address that does not name it.
  await page.waitForURL((url) => !url.searchParams.has('version'))
  await page.getByRole('button', { name: 'Save' }).waitFor()
  await page.getByRole('link', { name: /^Version 1,/ }).waitFor()
  await page.getByRole('link', { name: 'Newest versions' }).click()
  await page.waitForURL((url) => url.search === '')
  await page.getByText('121 versions').click()
  await page.getByRole('link', { name: /^Version 121,/ }).waitFor()
  expect(errors).toEqual([])
})

/** Stores versions of a new document; returns its id. */
async function store(page: Page, kind: string, contents: readonly string[]): Promise<string> {
  const id = randomUUID()
  for (const content of contents) {
    const data = { title: 'Rain', kind, content }
    const saved = await page.context().request.post(`/api/document?id=${id}`, { data })
    expect(saved.status()).toBe(200)
  }
  return id
}

/** The page keeps nobody out, wide and on a phone, where it is not wider than the screen. */
async function expectFits(page: Page): Promise<void> {
  const size = page.viewportSize()
  await expectAccessible(page)
  await page.setViewportSize(PHONE)
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  if (size) await page.setViewportSize(size)
}
