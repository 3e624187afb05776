import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { replies, sendMessage, waitForReply } from '#tests/support/browser.ts'
import { browserSite } from '#tests/support/browser-site.ts'

/* The parts of a page that are loaded when they are first used. */

const site = browserSite()

const PALETTE = /\/palette-[^/]*\.js/
const FIELD = 'Search chats, messages and documents'

test('what is typed while the search is loaded goes into its field', async () => {
  const { page } = await site.visit()
  const asked = Promise.withResolvers<Route>()
  await page.route(PALETTE, asked.resolve)
  await page.keyboard.press('Control+k')
  const route = await asked.promise
  await page.keyboard.type('shortcuts')
  await route.continue()
  const field = page.getByRole('combobox', { name: FIELD })
  await expect.poll(() => field.inputValue()).toBe('shortcuts')
  await page.keyboard.type(' of')
  expect(await field.inputValue()).toBe('shortcuts of')
  const message = page.getByRole('textbox', { name: 'Message' })
  await page.keyboard.press('Escape')
  expect(await message.inputValue()).toBe('')
  await expect.poll(() => message.evaluate((it) => it === document.activeElement)).toBe(true)
})

test.each<[string, (page: Page) => Promise<void>]>([
  ['the search', (page) => page.keyboard.press('Control+k')],
  ['sharing', (page) => page.getByRole('link', { name: 'Share', exact: true }).click()],
])(
  'where %s cannot be loaded, the rest of the page stays, and it is tried again',
  async (_, open) => {
    const { page } = await site.visit()
    await sendMessage(page, 'hello')
    await waitForReply(page)
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('half a thought')
    await page.route('**/assets/*.js', (route) => route.abort())
    await open(page)
    await page.getByText('could not be loaded').waitFor()
    expect(await page.locator('dialog[open]').count()).toBe(0)
    expect(await replies(page).count()).toBe(1)
    expect(await message.inputValue()).toBe('half a thought')
    await page.unroute('**/assets/*.js')
    await open(page)
    await page.getByRole('dialog').waitFor()
  },
)
