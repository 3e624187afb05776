import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { OPEN_OVER_PAGE } from '#tests/support/accessibility.ts'
import { sendMessage, waitForReply } from '#tests/support/browser.ts'
import { browserSite } from '#tests/support/browser-site.ts'
import { makePng } from '#tests/support/test-images.ts'

/* Where the focus goes, and what is left of the page on small screens and on paper. */

const site = browserSite({ worker: true })

async function expectFocus(page: Page) {
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
}

test('whoever closes, sends, stops or removes something has the focus nearby', async () => {
  const { page, errors } = await site.visit()
  const closeEach = async (...buttons: Locator[]) => {
    for (const button of buttons) {
      await button.focus()
      await page.keyboard.press('Enter')
      await page.locator(OPEN_OVER_PAGE).waitFor()
      await page.keyboard.press('Escape')
      await expect.poll(() => page.locator(OPEN_OVER_PAGE).count()).toBe(0)
      await expectFocus(page)
    }
  }
  await page.goto('/')
  await closeEach(
    page.getByRole('button', { name: 'Search', exact: true }),
    page.getByRole('button', { name: /^Model: / }),
    page.getByRole('button', { name: /^Account of/ }),
  )
  const buffer = await makePng()
  const files = ['one.png', 'two.png'].map((name) => ({ name, mimeType: 'image/png', buffer }))
  await page.getByLabel('Attach images').setInputFiles(files)
  for (const name of ['one.png', 'two.png']) {
    await page.getByRole('button', { name: `Remove ${name}` }).click()
    await expect.poll(() => page.getByRole('button', { name: `Remove ${name}` }).count()).toBe(0)
    await expectFocus(page)
  }
  await sendMessage(page, 'help')
  await expectFocus(page)
  await page.getByRole('button', { name: 'Stop the reply' }).click()
  await page.getByText('You stopped this reply.').first().waitFor()
  await expectFocus(page)
  await page.getByRole('button', { name: 'Write this reply again' }).click()
  await page.getByText('2/2').waitFor()
  await expectFocus(page)
  await closeEach(
    page.getByRole('link', { name: 'Share', exact: true }),
    page.getByRole('link', { name: /^Options of “/ }),
  )
  await page.getByRole('link', { name: 'Share', exact: true }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Share this chat' })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => dialog.count()).toBe(0)
  await expectFocus(page)
  const field = page.getByRole('textbox', { name: 'Your message' })
  await page.getByRole('link', { name: 'Edit message' }).press('Enter')
  await field.press('Escape')
  await expect.poll(() => field.count()).toBe(0)
  await expectFocus(page)
  expect(errors).toEqual([])
})

/** What of an element is in the window, in pixels of its height. */
function shownHeight(element: Locator): Promise<number> {
  return element.evaluate((shown) => {
    const { top, bottom } = shown.getBoundingClientRect()
    return Math.min(bottom, innerHeight) - Math.max(top, 0)
  })
}

test('at 400 % the conversation is read and answered', async () => {
  // As wide and high as a window of 1280 × 1024 then is.
  const { page } = await site.visit({ viewport: { width: 320, height: 256 } })
  const field = page.getByRole('textbox', { name: 'Message' })
  await sendMessage(page, 'Show me a table')
  await waitForReply(page)
  const thread = page.getByRole('region', { name: 'Conversation' })
  expect(await shownHeight(thread)).toBeGreaterThan(100)
  await field.focus()
  expect(await shownHeight(field)).toBeGreaterThan(24)
  expect(await shownHeight(page.getByRole('button', { name: 'Send' }))).toBeGreaterThan(24)
  await field.fill('line\n'.repeat(9))
  expect(await shownHeight(page.getByRole('button', { name: 'Send' }))).toBeGreaterThan(24)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('on a phone a chat leads to its document and back, and to other chats', async () => {
  const { page, errors } = await site.visit({ viewport: { width: 390, height: 780 } })
  await sendMessage(page, 'hello')
  await waitForReply(page)
  await page.waitForURL(/\/chat\//)
  const first = new URL(page.url()).pathname
  await page.getByRole('button', { name: 'Chats and account' }).click()
  await page.getByRole('link', { name: 'New chat', exact: true }).click()
  await sendMessage(page, 'Write an essay about rain')
  const pane = page.getByRole('region', { name: 'Document' })
  await pane.getByRole('heading', { name: 'Rain', exact: true }).first().waitFor()
  await page.getByRole('link', { name: /^Close/ }).click()
  await waitForReply(page)
  expect(await pane.count()).toBe(0)
  await page.locator('.document-card').click()
  await pane.waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Chats and account' }).click()
  await page.getByRole('navigation').locator(`a[href="${first}"]`).click()
  await page.waitForURL(`**${first}`)
  await expect.poll(() => page.locator(OPEN_OVER_PAGE).count()).toBe(0)
  await expectFocus(page)
  expect(errors).toEqual([])
})
