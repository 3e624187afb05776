import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { replies, sendMessage, waitForReply } from '#tests/support/browser.ts'
import { browserSite } from '#tests/support/browser-site.ts'
import { type FakeOpenAi, lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'

const REPLY = `First paragraph with a footnote[^1] and $x^2$.

\`\`\`ts
const answer = 42 // of a question
function ask(): string { return 'why' }
\`\`\`

$$
\\int_0^1 x\\,dx = \\frac12
$$

| Name | Value, in words |
|------|-----------------|
| a<br>b | "one", two |
| $y$ | H<sub>2</sub>O |

- [x] done
- [ ] open

[^1]: The footnote.
`

/** Milliseconds between two words of the reply to these messages. */
const DELAYS_MS: Record<string, number> = { Go: 25, 'Go slowly': 80 }

let model: FakeOpenAi
// After the service, which is stopped first.
afterAll(() => model?.close())

const site = browserSite(async () => {
  model = await startFakeOpenAi({
    reply: (request) => {
      const delayMs = DELAYS_MS[lastUserText(request)]
      return delayMs ? { text: REPLY.split(/(?<=\n|[ ])/), delayMs } : { text: 'A title' }
    },
  })
  return { env: { OPENAI_BASE_URL: model.url } }
})

const reply = (page: Page) => replies(page).last()

test('what is finished of a reply stays in its place while more of it comes, and as it ends', async () => {
  const { page, errors } = await site.visit()
  await sendMessage(page, 'Go slowly')
  const code = reply(page).locator('figure.code code')
  await code.waitFor()
  // While the block is open, its code has no colours.
  expect(await code.locator('span').count()).toBe(0)
  await reply(page)
    .locator('p')
    .first()
    .evaluate((element) => getSelection()?.selectAllChildren(element))
  await reply(page).evaluate((element) => {
    for (const block of element.querySelectorAll('.prose > *')) block.setAttribute('data-mark', '')
  })
  await code.locator('.hl-keyword').first().waitFor()
  await reply(page).locator('.table-block td').first().waitFor()
  await waitForReply(page)
  expect(await page.evaluate(() => String(getSelection()))).toContain('First paragraph with')
  expect(await reply(page).locator('.prose > [data-mark]').count()).toBeGreaterThanOrEqual(2)
  expect(await reply(page).locator('math').count()).toBe(3)
  expect(await reply(page).locator('input[type=checkbox]').first().isChecked()).toBe(true)
  expect(errors).toEqual([])
})

test('a page has its colours and formulas without scripts, and the browser leaves them', async () => {
  const { page, errors } = await site.visit()
  await sendMessage(page, 'Go')
  await waitForReply(page)
  await page.waitForURL(/\/chat\//)
  const shown = await reply(page).locator('.prose').innerText()

  const context = await site.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const plain = await context.newPage()
  await plain.goto(page.url())
  expect(await reply(plain).locator('.hl-keyword').count()).toBeGreaterThan(1)
  expect(await reply(plain).locator('math').count()).toBe(3)
  expect(await reply(plain).getByRole('button').count()).toBe(
    await reply(plain).locator('.msg-actions button').count(),
  )

  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await page.reload()
  await reply(page).getByRole('button', { name: 'Copy code' }).waitFor()
  expect(await reply(page).locator('.prose').innerText()).toBe(shown)
  expect(scripts.filter((url) => /paint|formula|katex/.test(url))).toEqual([])

  // A footnote leads to its text and back.
  await reply(page).getByRole('link', { name: 'Footnote 1', exact: true }).click()
  await expect.poll(() => page.locator(':target').innerText()).toContain('The footnote.')
  await page.locator(':target').getByRole('link').click()
  await expect.poll(() => page.locator(':target').innerText()).toContain('1')
  expect(errors).toEqual([])
})

test('the buttons of a block copy it, wrap it and make a document of it', async () => {
  const { page, errors } = await site.visit({ permissions: ['clipboard-read', 'clipboard-write'] })
  await sendMessage(page, 'Go')
  await waitForReply(page)
  await page.waitForURL(/\/chat\//)
  const clipboard = (type: string) =>
    page.evaluate(async (wanted) => {
      const [item] = await navigator.clipboard.read()
      return (await item?.getType(wanted))?.text()
    }, type)

  await reply(page).locator('.table-block').hover()
  await reply(page).getByRole('button', { name: 'Copy table as CSV' }).click()
  await expect
    .poll(() => clipboard('text/plain'))
    .toBe('Name,"Value, in words"\r\n"a\nb","""one"", two"\r\ny,H2O')

  await reply(page).getByRole('button', { name: 'Copy reply' }).click()
  await expect.poll(() => clipboard('text/html')).toContain('<td>H<sub>2</sub>O</td>')
  expect(await clipboard('text/html')).not.toContain('<button')
  expect(await clipboard('text/plain')).toBe(REPLY)

  const wrap = reply(page).getByRole('button', { name: 'Wrap long lines' })
  await wrap.click()
  expect(await wrap.getAttribute('aria-pressed')).toBe('true')
  expect(
    await reply(page)
      .locator('figure.code pre')
      .evaluate((pre) => getComputedStyle(pre).whiteSpace),
  ).toBe('pre-wrap')

  await reply(page).getByRole('button', { name: 'Open as document' }).click()
  await page.waitForURL(/\/chat\/[^/]+\/documents\//)
  await page.locator('.document-pane').getByText('function').first().waitFor()
  expect(await page.locator('.document-pane').innerText()).toContain('TypeScript')
  expect(errors).toEqual([])
})
