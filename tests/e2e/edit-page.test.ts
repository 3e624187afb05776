import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { browserSite } from '#tests/support/browser-site.ts'

/* The plain form in which a document is edited. */

const site = browserSite()

const TEXT = 'One is.\n\nTwo is.\n\nThree is.\n'

test.each([
  { javaScriptEnabled: false, viewport: { width: 1280, height: 800 } },
  { javaScriptEnabled: true, viewport: { width: 390, height: 844 } },
])('a document is edited in a form, and a conflict is resolved: %o', async (options) => {
  const { page: visitor } = await site.visit()
  const storageState = await visitor.context().storageState()
  const context = await site.newContext({ storageState, ...options })
  const page = await context.newPage()
  const id = randomUUID()
  const save = (fields: object) =>
    context.request
      .post(`/api/document?id=${id}`, { data: { title: 'Note', kind: 'text', ...fields } })
      .then((response) => response.json())
  const { createdAt: baseCreatedAt } = await save({ content: TEXT })

  await page.goto(options.javaScriptEnabled ? `/documents/${id}/edit` : `/documents/${id}`)
  if (!options.javaScriptEnabled) await page.getByRole('link', { name: 'Edit' }).click()
  else await expectAccessible(page)
  await save({ content: TEXT.replace('One', 'Their one').replace('Three', 'Third'), baseCreatedAt })
  await page.getByLabel('Content').fill(TEXT.replace('One', 'My one').replace('Two', 'Second'))
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Choose what stays' }).waitFor()
  if (options.javaScriptEnabled) await expectAccessible(page)
  await page.getByLabel('Keep both').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(`**/documents/${id}`)
  const merged = 'My one is.\nTheir one is.\n\nSecond is.\n\nThird is.\n'
  const stored = await context.request.get(`/api/document?id=${id}`)
  expect((await stored.json()).at(-1).content).toBe(merged)
  await context.close()
})
