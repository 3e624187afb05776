import { expect, test } from 'vitest'
import { sendMessage, waitForReply } from '#tests/support/browser.ts'
import { browserSite } from '#tests/support/browser-site.ts'

const site = browserSite({ worker: true })

test.each([true, false])(
  'a document shows its suggestions, which can be accepted or dismissed, and an earlier version can be restored (JavaScript: %s)',
  async (javaScriptEnabled) => {
    const { page: writer } = await site.visit()
    await sendMessage(writer, 'Write an essay about rain')
    await waitForReply(writer)
    await sendMessage(writer, 'Suggest improvements')
    await expect.poll(() => writer.locator('.document-card').count()).toBe(2)
    await waitForReply(writer)
    const address = await writer.locator('.document-card').first().getAttribute('href')

    const storageState = await writer.context().storageState()
    const context = await site.newContext({ javaScriptEnabled, storageState })
    const page = await context.newPage()
    await page.goto(address ?? '')
    // With JavaScript the newest version opens in its editor.
    if (javaScriptEnabled) await page.getByRole('button', { name: 'Read', exact: true }).click()
    const text = page.getByRole('article', { name: 'Text' })
    const original = await text.innerText()
    const suggestions = page.getByRole('region', { name: 'Suggestions' }).getByRole('listitem')
    const offered = await suggestions.count()
    const suggested = await suggestions.first().locator('ins').innerText()
    await suggestions.first().getByRole('button', { name: 'Accept' }).click()
    // An accepted suggestion leaves the list at once, and comes back when it could not be applied.
    await expect.poll(() => text.innerText()).toContain(suggested)
    await expect.poll(() => suggestions.count()).toBe(offered - 1)
    await suggestions.first().getByRole('button', { name: 'Dismiss' }).click()
    await expect.poll(() => suggestions.count()).toBe(offered - 2)

    await page.getByText('2 versions').click()
    await page.locator('.versions').getByRole('link').last().click()
    await page.getByText('This is an earlier version.').waitFor()
    expect(await text.innerText()).toBe(original)
    await page.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('3 versions').waitFor()
    await expect.poll(() => text.innerText()).toBe(original)
  },
)

test("another user's document is not shown", async () => {
  const { page } = await site.visit()
  await sendMessage(page, 'Write an essay about rain')
  await waitForReply(page)
  const address = await page.locator('.document-card').first().getAttribute('href')
  const { page: stranger } = await site.visit()
  const response = await stranger.goto(address?.replace(/^\/chat\/[^/]+/, '') ?? '')
  expect(response?.status()).toBe(404)
  await stranger.getByRole('heading', { name: 'Page not found' }).waitFor()
  expect(await stranger.content()).not.toContain('Rain')
})

test('beside a chat, an address at which there is no document says so, and is closed', async () => {
  const { page, errors } = await site.visit()
  await sendMessage(page, 'Hello')
  await waitForReply(page)
  const { pathname } = new URL(page.url())
  await page.goto(`${pathname}/documents/a%22b`)
  await page.getByRole('heading', { name: 'No document' }).waitFor()
  // The browser itself reports the status of the page.
  errors.length = 0
  await page.getByRole('link', { name: 'Close the document' }).click()
  await page.getByRole('heading', { name: 'No document' }).waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  expect(errors).toEqual([])
})
