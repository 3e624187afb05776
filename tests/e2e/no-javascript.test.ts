import { expect, test } from 'vitest'
import { replies, waitForGrowth, waitForReply } from '#tests/support/browser.ts'
import { browserSite } from '#tests/support/browser-site.ts'

const site = browserSite({ worker: true })

/** Visits without JavaScript; `live` is the iframe of a reply that is being written. */
async function visit() {
  const { page } = await site.visit({ javaScriptEnabled: false })
  async function sendMessage(text: string) {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    // The page finishes loading only with the reply in its iframe: continue before that.
    await page.getByRole('button', { name: 'Send' }).click({ noWaitAfter: true })
    await page.waitForURL(/\/chat\/[0-9a-f-]{36}$/, { waitUntil: 'commit' })
  }
  return { page, sendMessage, live: page.frameLocator('iframe[title="Reply being written"]') }
}

test('a reply streams into an iframe without JavaScript, and is part of the page after a reload', async () => {
  const { page, sendMessage, live } = await visit()
  await sendMessage('help')
  await waitForGrowth(live.getByRole('article'))
  await live.getByRole('link', { name: 'Show in the conversation' }).click()
  await waitForReply(page)
  expect(await replies(page).last().getByRole('table').count()).toBe(1)
  expect(await page.locator('iframe').count()).toBe(0)
})

test('the live reply shows each text once: raw while it is written, formatted afterwards', async () => {
  const { sendMessage, live } = await visit()
  await sendMessage('Show me some code')
  await live.getByRole('link', { name: 'Show in the conversation' }).waitFor()
  const text = await live.getByRole('article').innerText()
  expect(text.split('countWords(text').length).toBe(2)
  expect(text).not.toContain('```')
})

test('the live reply runs no script, and only this service may frame it', async () => {
  const { page, sendMessage } = await visit()
  await sendMessage('help')
  const response = await page.request.get(`${page.url()}/live`)
  const policy = response.headersArray().filter(({ name }) => /content-security-policy/i.test(name))
  expect(policy.map(({ value }) => value).join()).toContain("default-src 'none'")
  expect(policy.map(({ value }) => value).join()).toContain("frame-ancestors 'self'")
  expect(await response.text()).not.toMatch(/<script/i)
})

test('without JavaScript a reply can be stopped and written again, and its message edited', async () => {
  const { page, sendMessage, live } = await visit()
  await sendMessage('help')
  await live.getByText('built-in demo model').first().waitFor()
  await page.getByRole('button', { name: 'Stop the reply' }).click()
  await page.getByText('You stopped this reply.').waitFor()
  await page.getByRole('button', { name: 'Write this reply again' }).click({ noWaitAfter: true })
  await live.getByRole('link', { name: 'Show in the conversation' }).click()
  await waitForReply(page)
  expect(await page.getByRole('article').count()).toBe(2)

  await page.getByRole('link', { name: 'Edit message' }).click()
  await page.getByRole('textbox', { name: 'Your message' }).fill('Show me some code')
  await page.locator('form.edit-message').getByRole('button').click({ noWaitAfter: true })
  await live.getByRole('link', { name: 'Show in the conversation' }).click()
  await waitForReply(page)
  expect(await page.getByRole('article', { name: 'You' }).innerText()).toContain(
    'Show me some code',
  )
})

test('votes, the list of chats and a second message need no JavaScript', async () => {
  const { page, sendMessage, live } = await visit()
  await sendMessage('hello')
  await live.getByRole('link', { name: 'Show in the conversation' }).click()
  await page.getByRole('button', { name: 'Good reply' }).click()
  expect(await page.getByRole('button', { name: 'Good reply' }).getAttribute('aria-pressed')).toBe(
    'true',
  )
  await sendMessage('Show me some code')
  await live.getByRole('link', { name: 'Show in the conversation' }).click()
  await waitForReply(page)
  expect(await replies(page).count()).toBe(2)
  await page.getByRole('link', { name: 'New chat', exact: true }).click()
  await page
    .getByRole('navigation')
    .getByRole('link', { name: /^hello/i })
    .click()
  expect(await replies(page).count()).toBe(2)
})

test('a message that is refused without JavaScript comes back with the reason', async () => {
  const { page, sendMessage } = await visit()
  await page.getByRole('textbox', { name: 'Message' }).fill('   ')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('The last message is empty').waitFor()

  await sendMessage('help')
  await page.getByRole('textbox', { name: 'Message' }).fill('one more thing')
  await page.getByRole('button', { name: 'Send' }).click({ noWaitAfter: true })
  await page.getByText('A reply is being written in this chat').waitFor()
  expect(await page.getByRole('textbox', { name: 'Message' }).inputValue()).toBe('one more thing')
})

test('on a phone the list of chats opens without JavaScript', async () => {
  const { page } = await site.visit({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 780 },
  })
  const history = page.getByRole('navigation', { name: 'Chats and account' })
  expect(await history.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Chats and account' }).click()
  expect(await history.isVisible()).toBe(true)
})
