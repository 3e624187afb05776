import { expect, test } from 'vitest'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { sendMessage, waitForReply } from '#tests/support/browser.ts'
import { browserSite } from '#tests/support/browser-site.ts'
import { claudeConversation } from '#tests/support/exported-chats.ts'

const site = browserSite()

test('chats are imported, and found with the keyboard', async () => {
  const { page, errors } = await site.visit()
  await page.goto('/import')
  await page.getByLabel('Choose a file').setInputFiles({
    name: 'conversations.json',
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify([
        claudeConversation,
        { ...claudeConversation, uuid: 'other', name: 'Not wanted' },
      ]),
    ),
  })
  await page.getByText('2 chats of Claude in conversations.json.').waitFor()
  await page.getByRole('checkbox', { name: 'Not wanted' }).uncheck()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Import 1 chat' }).click()
  await page.getByText('1 chat was imported.').waitFor()

  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: 'Search chats, messages and documents' })
  await search.fill('tide')
  const option = page.getByRole('option', { name: 'Tide tables' }).first()
  await option.waitFor()
  expect(await option.locator('mark').innerText()).toBe('Tide')
  await expectAccessible(page)
  await search.fill('high 06:12')
  await page.locator('.palette-option mark', { hasText: 'high' }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/chat\/[\da-f-]+\?message=/)
  await page.getByText('Make a table of this.').waitFor()

  await page.keyboard.press('Control+/')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.waitFor()
  const listed = await keys.locator('dl').innerText()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('Control+k')
  await search.fill('dark')
  await page.getByRole('option', { name: 'Dark theme' }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => page.locator('html').getAttribute('data-theme')).toBe('dark')
  await page.goto('/shortcuts')
  expect(await page.locator('dl.list-of-keys').innerText()).toBe(listed)
  expect(errors).toEqual([])
})

test('a chat is shared by its link, read by a stranger, and private again', async () => {
  const { page, errors } = await site.visit()
  await sendMessage(page, 'Write an essay about rain')
  await waitForReply(page)
  await page.locator('.document-card').click()
  await page.waitForURL(/\/documents\//)
  const withDocument = page.url()
  await page.getByRole('link', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Share this chat' })
  await dialog.getByRole('button', { name: 'Create link' }).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Create link' }).click()
  const link = await dialog.getByRole('textbox', { name: 'Link of this chat' }).inputValue()
  expect(page.url()).toBe(withDocument)
  await dialog.getByRole('button', { name: 'Copy link' }).click()
  await page.getByText('Link copied').waitFor()

  const stranger = await (await site.newContext()).newPage()
  await stranger.goto(link)
  await stranger.getByText('not shared').waitFor()
  expect(await stranger.locator('a.document-card').count()).toBe(0)
  await dialog.getByRole('checkbox', { name: 'Rain' }).check()
  expect(await dialog.getByRole('radio', { name: 'Share these' }).isChecked()).toBe(true)
  await dialog.getByRole('button', { name: 'Save the choice' }).click()
  await expect
    .poll(async () => {
      await stranger.reload()
      return stranger.locator('a.document-card').count()
    })
    .toBe(1)
  await stranger.getByRole('link', { name: 'Start your own chat' }).click()
  await stranger.getByRole('heading', { name: 'Sign in' }).waitFor()
  await dialog.getByRole('button', { name: 'Stop sharing' }).click()
  await dialog.getByRole('button', { name: 'Create link' }).waitFor()
  await stranger.goto(link)
  await stranger.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(errors).toEqual([])
})

test('a first message is still there when its session has ended', async () => {
  const { page } = await site.visit()
  // Hints would load the page's data again, and so lead to the sign-in page before the link does.
  await page.route('**/live', (route) => route.abort())
  await page.reload()
  // Only a script sends the message without leaving the page, so it must have been loaded.
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  await page.context().clearCookies()
  await sendMessage(page, 'Something long that I thought about')
  await page.getByText('Your session has ended.').waitFor()
  const field = page.getByRole('textbox', { name: 'Message' })
  expect(await field.inputValue()).toBe('Something long that I thought about')
  await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: /guest/i }).click()
  await expect.poll(() => field.inputValue()).toBe('Something long that I thought about')
  await page.getByRole('button', { name: 'Send' }).click()
  await waitForReply(page)
})
