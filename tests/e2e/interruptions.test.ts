import { expect, test } from 'vitest'
import { newEmail, PASSWORD } from '#tests/support/account-calls.ts'
import { replies, sendMessage, waitForReply } from '#tests/support/browser.ts'
import { browserSite } from '#tests/support/browser-site.ts'

/* What becomes of a message when the network or the session is gone. */

const site = browserSite()

test('what is sent without network stays in sight, and is sent when the network is back', async () => {
  const { page } = await site.visit()
  await sendMessage(page, 'hello')
  await waitForReply(page)
  await page.getByRole('button', { name: 'Send' }).waitFor()
  await page.context().setOffline(true)
  await sendMessage(page, 'a thought on a train')
  await page.getByText('Reconnecting').first().waitFor()
  await page.getByRole('article', { name: 'You' }).getByText('a thought on a train').waitFor()
  await page.context().setOffline(false)
  await expect.poll(() => replies(page).count()).toBe(2)
  await waitForReply(page)
  expect(await page.getByRole('alert').innerText()).toBe('')
})

test('a message of a chat whose session has ended is there after signing in', async () => {
  const context = await site.newContext()
  const email = newEmail()
  await context.request.post('/api/users', { data: { email, password: PASSWORD } })
  const page = await context.newPage()
  await page.goto('/')
  const field = page.getByRole('textbox', { name: 'Message' })
  await sendMessage(page, 'hello')
  await waitForReply(page)
  await page.waitForURL(/\/chat\//)
  const chat = page.url()
  await context.clearCookies()
  await sendMessage(page, 'Something long that I thought about')
  await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(chat)
  await expect.poll(() => field.inputValue()).toBe('Something long that I thought about')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => replies(page).count()).toBe(2)
})
