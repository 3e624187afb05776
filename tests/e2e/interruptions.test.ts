import type { Route } from 'playwright-core'
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

test.each<[string, (route: Route) => Promise<void>]>([
  ['is away', (route) => route.abort('internetdisconnected')],
  [
    'is busy',
    (route) => route.fulfill({ status: 503, contentType: 'application/problem+json', body: '{}' }),
  ],
])('a page stays while its server %s, and goes on afterwards', async (_, fail) => {
  const { page } = await site.visit()
  await sendMessage(page, 'hello')
  await waitForReply(page)
  await page.waitForURL(/\/chat\//)
  const field = page.getByRole('textbox', { name: 'Message' })
  await field.fill('half a thought')
  let failures = 0
  await page.route(/\.data(\?|$)/, (route) => {
    failures++
    return fail(route)
  })

  // Another tab changes something, so that this one loads its data again.
  const other = await page.context().newPage()
  await other.goto(page.url())
  await sendMessage(other, 'hello again')
  await waitForReply(other)
  await page.getByText('The server is away or busy').waitFor()
  expect(failures).toBeGreaterThan(1)
  expect(await field.inputValue()).toBe('half a thought')
  // Whoever wants to go elsewhere arrives when the server is back.
  await page.locator('a[href="/documents"]').first().click()
  await page.unroute(/\.data(\?|$)/)
  await page.getByRole('heading', { name: 'Documents', level: 1 }).waitFor()
})

test('a form that is not answered leaves its page as it is', async () => {
  const { page } = await site.visit()
  await page.goto('/settings')
  const field = page.getByLabel('What should the assistant know')
  await field.fill('Answer in verse.')
  await page.route(/\.data(\?|$)/, (route) => route.abort('internetdisconnected'))
  const save = page.getByRole('button', { name: 'Save instructions' })
  await save.click()
  await page.getByText('The server did not answer').waitFor()
  expect(await field.inputValue()).toBe('Answer in verse.')
  await page.unroute(/\.data(\?|$)/)
  // What stands before the app may refuse it, and says why.
  const json = { status: 413, detail: 'The form is too large.' }
  await page.route(/\.data(\?|$)/, (route) => route.fulfill({ status: 413, json }), { times: 1 })
  await save.click()
  await page.getByText('The form is too large.').waitFor()
  expect(await field.inputValue()).toBe('Answer in verse.')
  await save.click()
  await page.getByText('Your instructions are saved.').waitFor()
  await page.reload()
  expect(await field.inputValue()).toBe('Answer in verse.')
})
