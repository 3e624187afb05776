import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import {
  chooseModel,
  replies,
  sendMessage,
  waitForGrowth,
  waitForReply,
} from '#tests/support/browser.ts'
import { browserSite } from '#tests/support/browser-site.ts'

const site = browserSite({ worker: true })

test('the first message gives the chat its address, a streamed reply and a title', async () => {
  const { page, errors } = await site.visit()
  await page.locator('.thread-scroll').evaluate((element) => element.setAttribute('data-mark', ''))
  await sendMessage(page, 'help')
  await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/)
  await waitForGrowth(replies(page).last())
  await waitForReply(page)
  // The page was not loaded again when the chat got its address.
  expect(await page.locator('[data-mark]').count()).toBe(1)
  expect(await page.getByRole('navigation').getByRole('link', { name: /help/i }).count()).toBe(2)
  expect(errors).toEqual([])
})

test('a conversation is the same after a reload and can be continued', async () => {
  const { page } = await site.visit()
  await sendMessage(page, 'Show me some code')
  await waitForReply(page)
  const before = await replies(page).last().locator('pre').innerText()
  await page.reload()
  expect(await replies(page).last().locator('pre').innerText()).toBe(before)
  await sendMessage(page, 'And a table?')
  await expect.poll(() => replies(page).count()).toBe(2)
  await waitForReply(page)
  expect(await page.getByRole('table').count()).toBeGreaterThan(0)
})

test('a stopped reply keeps what was written', async () => {
  const { page } = await site.visit()
  await sendMessage(page, 'help')
  await page.getByText('built-in demo model').first().waitFor()
  await page.getByRole('button', { name: 'Stop the reply' }).click()
  await replies(page).last().getByText('You stopped this reply.').waitFor()
  expect(await page.getByRole('status').first().innerText()).toBe('You stopped this reply.')
  const text = await replies(page).last().innerText()
  await page.reload()
  await replies(page).last().getByText('You stopped this reply.').waitFor()
  expect((await replies(page).last().innerText()).slice(0, 30)).toBe(text.slice(0, 30))
})

test('a reply can be written again, and its message edited', async () => {
  const { page } = await site.visit()
  await sendMessage(page, 'hello')
  await waitForReply(page)
  await page.getByRole('button', { name: 'Write this reply again' }).click()
  await page.getByRole('button', { name: 'Stop the reply' }).waitFor()
  await waitForReply(page)
  expect(await replies(page).count()).toBe(1)

  await page.getByRole('article', { name: 'You' }).hover()
  await page.getByRole('link', { name: 'Edit message' }).click()
  const field = page.getByRole('textbox', { name: 'Your message' })
  expect(await field.inputValue()).toBe('hello')
  await field.fill('Show me some code')
  await page.locator('form.edit-message').getByRole('button', { name: 'Send' }).click()
  await page.getByText('countWords').first().waitFor()
  await waitForReply(page)
  expect(await page.getByRole('article').count()).toBe(2)
  expect(await page.getByRole('article', { name: 'You' }).innerText()).toContain(
    'Show me some code',
  )
})

test('a page that is reloaded during a reply continues to show it', async () => {
  const { page } = await site.visit()
  await sendMessage(page, 'help')
  await page.waitForURL(/\/chat\//)
  await page.getByText('built-in demo model').first().waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Stop the reply' }).waitFor()
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('')
  await waitForReply(page)
  expect(await replies(page).last().getByRole('table').count()).toBe(1)
})

test('a vote is kept after a reload', async () => {
  const { page } = await site.visit()
  await sendMessage(page, 'hello')
  await waitForReply(page)
  const button = page.getByRole('button', { name: 'Good reply' })
  const sent = page.waitForResponse('**/api/vote')
  await button.click()
  expect((await sent).status()).toBe(200)
  await page.reload()
  expect(await button.getAttribute('aria-pressed')).toBe('true')
})

test('a typed message survives a reload and a refusal by the server', async () => {
  const { page } = await site.visit()
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('half a thought')
  await page.reload()
  await expect.poll(() => field.inputValue()).toBe('half a thought')
  await page.route('**/api/chat', (route) =>
    route.fulfill({
      status: 429,
      contentType: 'application/problem+json',
      headers: { 'Retry-After': '30' },
      body: JSON.stringify({ status: 429, detail: 'Too many messages.' }),
    }),
  )
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Too many messages. (in 30 s)').waitFor()
  expect(await field.inputValue()).toBe('half a thought')
  expect(await page.getByRole('article').count()).toBe(0)
})

test('the reply is shown although the connection was lost while the message was sent', async () => {
  const { page } = await site.visit()
  await page.route(
    '**/api/chat',
    async (route) => {
      // The server gets the message, but the browser gets no response.
      void route.fetch().catch(() => {})
      await expect.poll(() => chatCount(page)).toBe(1)
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await sendMessage(page, 'help')
  await waitForReply(page)
  expect(await page.getByRole('article').count()).toBe(2)
  expect(await replies(page).last().getByRole('table').count()).toBe(1)
})

test('an image can be attached to a message, another file cannot', async () => {
  const { page, errors } = await site.visit()
  await page.getByLabel('Attach images').setInputFiles({
    name: 'note.gif',
    mimeType: 'image/gif',
    buffer: Buffer.from('no image'),
  })
  await page.getByText('note.gif is not a JPEG or PNG image, and no text.').waitFor()
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await page
    .getByLabel('Attach images')
    .setInputFiles({ name: 'tea.png', mimeType: 'image/png', buffer })
  const uploaded = page.waitForResponse('**/api/files/upload')
  await page.getByRole('list', { name: 'Attached files' }).getByRole('img').waitFor()
  expect((await uploaded).status()).toBe(200)
  await sendMessage(page, 'What is this?')
  await waitForReply(page)
  await page.reload()
  const image = page.getByRole('article', { name: 'You' }).getByRole('img', { name: 'tea.png' })
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(60)
  expect(errors).toEqual([])
})

test('the thoughts of the reasoning model are shown closed, and the model stays selected', async () => {
  const { page } = await site.visit()
  await chooseModel(page, 'Reasoning')
  await sendMessage(page, 'hello')
  await waitForReply(page)
  const thoughts = replies(page).last().getByRole('group')
  expect(await thoughts.getByText('I am the demo model').isVisible()).toBe(false)
  await thoughts.getByText('Though').first().click()
  expect(await thoughts.getByText('I am the demo model').isVisible()).toBe(true)
  await page.reload()
  await page.getByRole('button', { name: 'Model: Reasoning' }).waitFor()
})

test('a chat can be renamed, shared, read by others, and deleted', async () => {
  const { page } = await site.visit()
  await sendMessage(page, 'hello')
  await waitForReply(page)
  const address = page.url()
  await page.goto(`${address}/options`)
  await page.getByRole('textbox', { name: 'Title' }).fill('A friendly start')
  await page.getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('heading', { name: 'A friendly start' }).waitFor()
  await page.getByText('Share', { exact: true }).click()
  await page.getByRole('button', { name: 'Create link' }).click()
  await page.getByText('Shared', { exact: true }).waitFor()

  const stranger = await (await site.newContext()).newPage()
  await stranger.goto(address)
  await stranger.getByText('This is a shared chat, to be read only.').waitFor()
  expect(await replies(stranger).count()).toBe(1)
  expect(await stranger.getByRole('textbox', { name: 'Message' }).count()).toBe(0)

  await page.goto(`${address}/options`)
  await page.getByText('Delete this chat…').click()
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await page.getByText('Your chats will be listed here.').waitFor()
  expect((await stranger.goto(address))?.url()).toContain('/login')
})

test('a new chat starts empty while the reply in another chat goes on', async () => {
  const { page } = await site.visit()
  await sendMessage(page, 'help')
  await page.waitForURL(/\/chat\//)
  await page.getByRole('link', { name: 'New chat', exact: true }).click()
  await page.getByRole('heading', { name: 'Where shall we begin?' }).waitFor()
  expect(await page.getByRole('article').count()).toBe(0)
  await page.getByRole('navigation').getByRole('link', { name: /^help/i }).click()
  await waitForReply(page)
  expect(await replies(page).last().getByRole('table').count()).toBe(1)
})

test('on a phone the list of chats opens with a button, and nothing is wider than the screen', async () => {
  const phone = { viewport: { width: 390, height: 780 }, isMobile: true, hasTouch: true }
  const { page } = await site.visit(phone)
  await sendMessage(page, 'Show me some code')
  await waitForReply(page)
  const history = page.getByRole('navigation', { name: 'Chats and account' })
  expect(await history.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Chats and account' }).tap()
  expect(await history.isVisible()).toBe(true)
  await history.getByRole('link', { name: 'New chat', exact: true }).tap()
  await page.getByRole('heading', { name: 'Where shall we begin?' }).waitFor()
  expect(await history.isVisible()).toBe(false)
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBe(390)
})

/** The number of chats that the server has stored for the visitor. */
async function chatCount(page: Page): Promise<number> {
  const response = await page.request.get('/api/history')
  const { chats } = (await response.json()) as { chats: unknown[] }
  return chats.length
}
