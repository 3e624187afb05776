import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { launchBrowser, replies, replyDone, visitAsGuest } from '#tests/support/browser.ts'

let app: TestApp
let browser: Browser

beforeAll(async () => {
  ;[app, browser] = await Promise.all([startApp({ worker: true }), launchBrowser()])
})

afterAll(async () => {
  await browser?.close()
  await app?.stop()
})

async function visit() {
  const { page } = await visitAsGuest(browser, app.url, { javaScriptEnabled: false })
  async function say(text: string) {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    // The page is loaded only when the reply in its frame is: go on before.
    await page.getByRole('button', { name: 'Send' }).click({ noWaitAfter: true })
    await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/, { waitUntil: 'commit' })
  }
  return { page, say, live: page.frameLocator('iframe[title="Reply being written"]') }
}

test('a reply streams into the page, and is in it when the page is loaded again', async () => {
  const { page, say, live } = await visit()
  await say('help')
  const reply = live.getByRole('article')
  const lengths = new Set<number>()
  await reply.waitFor()
  for (let look = 0; look < 12; look += 1) {
    lengths.add((await reply.innerText()).length)
    await page.waitForTimeout(50)
  }
  expect(lengths.size).toBeGreaterThan(3)
  await live.getByRole('link', { name: 'Show in the conversation' }).click()
  await replyDone(page)
  expect(await replies(page).last().getByRole('table').count()).toBe(1)
  expect(await page.locator('iframe').count()).toBe(0)
})

test('each text is shown once in the live reply: raw while it is written, formatted after', async () => {
  const { say, live } = await visit()
  await say('Show me some code')
  await live.getByRole('link', { name: 'Show in the conversation' }).waitFor()
  const text = await live.getByRole('article').innerText()
  expect(text.split('countWords(text').length).toBe(2)
  expect(text).not.toContain('```')
})

test('the live reply runs no script and may be framed by us only', async () => {
  const { page, say } = await visit()
  await say('help')
  const response = await page.request.get(`${page.url()}/live`)
  const policy = response.headersArray().filter(({ name }) => /content-security-policy/i.test(name))
  expect(policy.map(({ value }) => value).join()).toContain("default-src 'none'")
  expect(policy.map(({ value }) => value).join()).toContain("frame-ancestors 'self'")
  expect(await response.text()).not.toMatch(/<script/i)
})

test('a reply can be stopped, written again, and its message edited', async () => {
  const { page, say, live } = await visit()
  await say('help')
  await live.getByText('built-in demo model').first().waitFor()
  await page.getByRole('button', { name: 'Stop the reply' }).click()
  await page.getByText('You stopped this reply.').waitFor()
  await page.getByRole('button', { name: 'Write this reply again' }).click({ noWaitAfter: true })
  await live.getByRole('link', { name: 'Show in the conversation' }).click()
  await replyDone(page)
  expect(await page.getByRole('article').count()).toBe(2)

  await page.getByRole('link', { name: 'Edit message' }).click()
  await page.getByRole('textbox', { name: 'Your message' }).fill('Show me some code')
  await page.locator('form.edit-message').getByRole('button').click({ noWaitAfter: true })
  await live.getByRole('link', { name: 'Show in the conversation' }).click()
  await replyDone(page)
  expect(await page.getByRole('article', { name: 'You' }).innerText()).toContain(
    'Show me some code',
  )
})

test('a vote, the history and an answered second message need no JavaScript', async () => {
  const { page, say, live } = await visit()
  await say('hello')
  await live.getByRole('link', { name: 'Show in the conversation' }).click()
  await page.getByRole('button', { name: 'Good reply' }).click()
  expect(await page.getByRole('button', { name: 'Good reply' }).getAttribute('aria-pressed')).toBe(
    'true',
  )
  await say('Show me some code')
  await live.getByRole('link', { name: 'Show in the conversation' }).click()
  await replyDone(page)
  expect(await replies(page).count()).toBe(2)
  await page.getByRole('link', { name: 'New chat', exact: true }).click()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^hello/i })
    .click()
  expect(await replies(page).count()).toBe(2)
})

test('a message that is refused comes back with the reason', async () => {
  const { page, say } = await visit()
  await page.getByRole('textbox', { name: 'Message' }).fill('   ')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('The last message is empty').waitFor()

  await say('help')
  await page.getByRole('textbox', { name: 'Message' }).fill('one more thing')
  await page.getByRole('button', { name: 'Send' }).click({ noWaitAfter: true })
  await page.getByText('A reply is being written in this chat').waitFor()
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('one more thing')
})

test('on a phone the history opens without JavaScript', async () => {
  const { page } = await visitAsGuest(browser, app.url, {
    javaScriptEnabled: false,
    viewport: { width: 390, height: 780 },
  })
  const history = page.getByRole('navigation', { name: 'Chats and account' })
  expect(await history.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Chats and account' }).click()
  expect(await history.isVisible()).toBe(true)
})
