import { expect, test } from 'vitest'
import { replies, sendMessage, waitForReply } from '#tests/support/browser.ts'
import { browserSite } from '#tests/support/browser-site.ts'
import { seedMessages } from '#tests/support/large-chat.ts'

const site = browserSite()

test('a reply that was written again, and an edited message, are led back', async () => {
  const { page, errors } = await site.visit()
  await sendMessage(page, 'hello')
  await waitForReply(page)
  await page.getByRole('button', { name: 'Write this reply again' }).click()
  await page.getByText('Version 2 of 2').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Previous version' }).click()
  await page.getByText('Version 1 of 2').waitFor({ state: 'attached' })
  const next = page.getByRole('button', { name: 'Next version' })
  await expect.poll(() => next.evaluate((button) => button === document.activeElement)).toBe(true)

  await sendMessage(page, 'And a table?')
  await expect.poll(() => replies(page).count()).toBe(2)
  await waitForReply(page)
  await page.getByRole('article', { name: 'You' }).first().hover()
  await page.getByRole('link', { name: 'Edit message' }).first().click()
  await page.getByRole('textbox', { name: 'Your message' }).fill('Something else')
  await page.locator('form.edit-message').getByRole('button', { name: 'Send' }).click()
  await page.getByText('Version 2 of 2').waitFor({ state: 'attached' })
  expect(await page.getByRole('article').count()).toBe(2)
  await page.getByRole('button', { name: 'Previous version' }).click()
  await expect.poll(() => page.getByRole('article').count()).toBe(4)
  expect(await replies(page).last().getByRole('table').count()).toBe(1)
  expect(errors).toEqual([])
})

test('of 2,000 messages the newest are there at once, and the others as one goes up', async () => {
  const { page, errors } = await site.visit()
  const { user } = await (await page.request.get('/api/session')).json()
  const seeded = Array.from({ length: 2_000 }, (_, n) => ({
    parts: [{ type: 'text', text: `number ${n}. ${'Some words. '.repeat(40)}` }],
  }))
  const { chatId, ids } = await seedMessages(site.app.database, user.id, seeded)
  await page.goto(`/chat/${chatId}`)
  await page.getByText('number 1999.').waitFor()
  await page.getByRole('button', { name: 'Copy reply' }).first().waitFor({ state: 'attached' })

  const pane = page.getByRole('region', { name: 'Conversation' })
  for (const n of [1_900, 1_800]) {
    await pane.evaluate((element) => element.scrollTo({ top: -element.scrollHeight }))
    await page.getByText(`number ${n}.`).waitFor({ state: 'attached' })
  }
  const article = page.getByRole('article').filter({ hasText: 'number 1800.' })
  await article.hover()
  await article.getByRole('link', { name: 'Edit message' }).click()
  await page.getByRole('textbox', { name: 'Your message' }).fill('Edited far up')
  await page.locator('form.edit-message').getByRole('button', { name: 'Send' }).click()
  await page.getByText('Version 2 of 2').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Previous version' }).click()
  await page.getByText('number 1801.').waitFor({ state: 'attached' })

  await page.goto(`/chat/${chatId}?message=${ids[300]}#m-${ids[300]?.slice(0, 8)}`)
  await page.getByText('number 300.').waitFor()
  expect(await page.getByText('number 300.').isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Go to the newest' }).click()
  await page.getByText('number 1999.').waitFor()
  expect(errors).toEqual([])
})

test('a chat is printed whole, from its page and with the keys', async () => {
  const { page, errors } = await site.visit()
  const { user } = await (await page.request.get('/api/session')).json()
  const seeded = Array.from({ length: 120 }, (_, n) => ({
    parts: [{ type: 'text', text: `number ${n}.` }],
  }))
  const { chatId } = await seedMessages(site.app.database, user.id, seeded)
  const printed = page.waitForEvent('console', (message) => message.text() === 'printed 120')
  await page.addInitScript(() => {
    window.print = () => console.log('printed', document.querySelectorAll('.msg').length)
  })
  await page.goto(`/chat/${chatId}/options`)
  await page.getByRole('link', { name: 'Print', exact: true }).click()
  await printed
  await page.goto(`/chat/${chatId}`)
  await page.getByRole('button', { name: 'Copy reply' }).first().waitFor({ state: 'attached' })
  const again = page.waitForEvent('console', (message) => message.text() === 'printed 120')
  await page.keyboard.press('Control+p')
  await again
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('button:visible, textarea:visible, nav:visible').count()).toBe(0)
  expect(errors).toEqual([])
})
