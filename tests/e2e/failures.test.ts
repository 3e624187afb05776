import { afterAll, expect, test } from 'vitest'
import { replies, sendMessage } from '#tests/support/browser.ts'
import { browserSite } from '#tests/support/browser-site.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'
import { type FakeOpenAi, lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'

let model: FakeOpenAi
// After the service, which is stopped first.
afterAll(() => model?.close())

const site = browserSite(async () => {
  expectErrorLogs(/^reply failed/)
  let asked = 0
  model = await startFakeOpenAi({
    reply(request) {
      const text = lastUserText(request)
      if (text.includes('refuse')) return { status: 401 }
      if (text.includes('once') && ++asked > 1) return { status: 404 }
      if (text.includes('break')) return { text: 'one two three', cutAfter: 2, delayMs: 20 }
      return { text: 'Here it is.' }
    },
  })
  return { env: { OPENAI_BASE_URL: model.url } }
})

test.each([
  // Another attempt would be refused as well.
  ['please refuse', /should check OPENAI_API_KEY/, 0],
  ['please break', /was cut off. What was written before is kept/, 1],
])(
  'the reply to "%s" says why it failed, live, to screen readers and after a reload',
  async (text, reason, attempts) => {
    const { page } = await site.visit()
    await sendMessage(page, text)
    await replies(page).last().getByText(reason).waitFor()
    expect(await page.getByRole('status').first().innerText()).toMatch(reason)
    await page.waitForURL(/\/chat\//)
    await page.reload()
    await replies(page).last().getByText(reason).waitFor()
    expect(await replies(page).last().getByRole('button', { name: 'Try again' }).count()).toBe(
      attempts,
    )
  },
)

test('without JavaScript the page says why a reply failed', async () => {
  const { page } = await site.visit({ javaScriptEnabled: false })
  await sendMessage(page, 'please refuse')
  await expect
    .poll(async () => {
      await page.goto(page.url())
      return page.content()
    })
    .toContain('should check OPENAI_API_KEY')
})

test('when another reply cannot be written, the old one is back and the page says why', async () => {
  const { page } = await site.visit()
  await sendMessage(page, 'works once')
  await replies(page).last().getByText('Here it is.').waitFor()
  await page.getByRole('button', { name: 'Write this reply again' }).click()
  await page.getByRole('alert').getByText('does not have this model').waitFor()
  await replies(page).last().getByText('Here it is.').waitFor()
})
