import { Buffer } from 'node:buffer'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { replies, sendMessage, waitForReply } from '#tests/support/browser.ts'
import { browserSite } from '#tests/support/browser-site.ts'
import { type FakeOpenAi, lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { failToHear, fakeSpeech, say } from '#tests/support/fake-speech.ts'

let model: FakeOpenAi
// After the service, which is stopped first.
afterAll(() => model?.close())

const LONG = Array.from({ length: 60 }, (_, index) => `word${index}`).join(' ')

const site = browserSite(async () => {
  model = await startFakeOpenAi({
    reply(request) {
      const text = lastUserText(request)
      return text.includes('long') ? { text: LONG, delayMs: 60 } : { text: `Answer to: ${text}` }
    },
  })
  return { env: { OPENAI_BASE_URL: model.url, CHAT_MODEL_LARGE: 'a-large-model' } }
})

const composer = (page: Page) => page.getByRole('textbox', { name: 'Message' })
const queue = (page: Page) => page.getByRole('region', { name: 'Messages that wait' })

async function type(page: Page, text: string) {
  await composer(page).fill(text)
  await page.keyboard.press('Enter')
}

test('messages written while a reply runs wait, can be removed, and are sent in their order', async () => {
  const { page, errors } = await site.visit()
  await type(page, 'a long one')
  await replies(page).getByText('word1').first().waitFor()
  await type(page, 'second')
  await type(page, 'never')
  // As on a phone, where Enter begins a new line.
  await composer(page).fill('third')
  await page.getByRole('button', { name: 'Queue this message' }).click()
  expect(await queue(page).getByRole('listitem').allInnerTexts()).toEqual([
    'second',
    'never',
    'third',
  ])
  await queue(page).getByRole('button', { name: 'Remove this message' }).nth(1).click()
  await expect.poll(() => composer(page).evaluate((el) => el === document.activeElement)).toBe(true)
  await page.waitForURL(/\/chat\//)
  // They are kept for the tab.
  await page.reload()
  await replies(page).getByText('Answer to: third').waitFor()
  expect(await page.getByRole('article', { name: 'You' }).allInnerTexts()).toEqual([
    expect.stringContaining('a long one'),
    expect.stringContaining('second'),
    expect.stringContaining('third'),
  ])
  expect(await queue(page).count()).toBe(0)
  expect(errors).toEqual([])
})

test('Escape stops the reply; what waits is then sent only on request', async () => {
  const { page } = await site.visit()
  await type(page, 'a long one')
  await replies(page).getByText('word1').first().waitFor()
  await type(page, 'afterwards')
  await page.keyboard.press('Escape')
  await page.getByText('You stopped this reply.').first().waitFor()
  await queue(page).getByText('These messages have not been sent').waitFor()
  await queue(page).getByRole('button', { name: 'Send' }).click()
  await replies(page).getByText('Answer to: afterwards').waitFor()
})

test('the up arrow in an empty field edits the last message', async () => {
  const { page } = await site.visit()
  await sendMessage(page, 'first thought')
  await waitForReply(page)
  await composer(page).press('ArrowUp')
  const field = page.locator('#edit-text')
  await expect.poll(() => field.inputValue()).toBe('first thought')
})

test('the menu of models says what the provider calls each, and an image can be dropped anywhere', async () => {
  const { page } = await site.visit()
  await page.getByRole('button', { name: 'Model: Small' }).click()
  await page.getByRole('radio', { name: /Large a-large-model The most capable/ }).check()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Model: Large' }).waitFor()

  const files = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([Uint8Array.of(255, 254)], 'note.pdf', { type: 'application/pdf' }))
    return transfer
  })
  const greeting = page.getByRole('heading', { name: 'Where shall we begin?' })
  await greeting.dispatchEvent('dragenter', { dataTransfer: files })
  await page.getByText('Drop images and text files here').waitFor()
  await greeting.dispatchEvent('drop', { dataTransfer: files })
  await page.getByText('note.pdf is not text in UTF-8.').waitFor()
  expect(await page.getByText('Drop images and text files here').count()).toBe(0)
})

test('without JavaScript the model is chosen in its menu', async () => {
  const { page } = await site.visit({ javaScriptEnabled: false })
  await page.getByRole('button', { name: 'Model: Small' }).click()
  await page.getByRole('radio', { name: /Large/ }).check()
  await page.keyboard.press('Escape')
  await sendMessage(page, 'hello')
  await page.waitForURL(/\/chat\//)
  await page.getByRole('button', { name: 'Model: Large' }).waitFor()
})

test('a text file is a chip, then a folded block, and stays when its message is edited', async () => {
  const { page, errors } = await site.visit()
  await page.getByLabel('Attach images').setInputFiles([
    { name: 'notes.md', mimeType: 'text/markdown', buffer: Buffer.from('# Tea\n```\nx\n```') },
    { name: 'bad.txt', mimeType: 'text/plain', buffer: Buffer.from([0xff, 0xfe, 0xfa]) },
  ])
  await page.getByText('bad.txt is not text in UTF-8').waitFor()
  await page.getByRole('button', { name: 'Remove notes.md' }).waitFor()
  await sendMessage(page, 'hello there')
  await waitForReply(page)
  await page.waitForURL(/\/chat\//)
  const sent = page.getByRole('article', { name: 'You' })
  expect(await sent.getByText('# Tea').isVisible()).toBe(false)
  await sent.getByText('notes.md').click()
  await sent.getByText('# Tea').waitFor()
  const field = page.getByRole('textbox', { name: 'Message', exact: true })
  await field.press('ArrowUp')
  const edit = page.getByRole('textbox', { name: 'Your message' })
  expect(await edit.inputValue()).toBe('hello there')
  await edit.fill('hello again')
  await page.locator('#edit').getByRole('button', { name: 'Send' }).click()
  await waitForReply(page)
  await page.reload()
  await sent.getByText('notes.md').waitFor()
  expect(await sent.locator('.bubble').innerText()).toBe('hello again')
  expect(errors).toEqual([])
})

test('a slash lists prompts of one’s own, and the keys choose one', async () => {
  const { page, errors } = await site.visit()
  const added = await page.request.post('/settings/prompts', {
    form: { intent: 'create', name: 'haiku', text: 'Write a haiku about tea' },
    headers: { Origin: site.url },
  })
  expect(added.ok()).toBe(true)
  await composer(page).pressSequentially('/ha')
  await page.getByRole('option', { name: /haiku/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => composer(page).inputValue()).toBe('Write a haiku about tea')
  expect(errors).toEqual([])
})

test('a message is dictated at the caret, beside what is typed, until Escape, sending or a failure', async () => {
  const { page, errors } = await site.visit()
  await fakeSpeech(page)
  await page.reload()
  const dictate = page.getByRole('button', { name: 'Dictate' })
  const value = () => composer(page).inputValue()
  await composer(page).fill('Tea: and cake')
  await composer(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(4, 4))
  await dictate.click()
  await page.getByText('Listening').waitFor({ state: 'attached' })
  await say(page, 'green')
  await say(page, 'green tee')
  expect(await value()).toBe('Tea: green tee and cake')
  await composer(page).evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(23, 23))
  await composer(page).pressSequentially('!')
  await say(page, 'green tea', true)
  expect(await value()).toBe('Tea: green tea and cake!')
  await say(page, 'who wants')
  await page.keyboard.press('Escape')
  expect(await value()).toBe('Tea: green tea and cake! Who wants')
  await page.getByText('Dictation has ended').waitFor({ state: 'attached' })

  await dictate.click()
  await say(page, 'some')
  await composer(page).press('Enter')
  await say(page, 'some more')
  await replies(page).getByText('Answer to: Tea: green tea and cake! Who wants some').waitFor()
  expect(await value()).toBe('')

  await dictate.click()
  await failToHear(page, 'not-allowed')
  await page.getByRole('alert').getByText('The microphone is blocked for this page.').waitFor()
  const policy = (await page.request.get('/')).headers()['permissions-policy']
  expect(policy).toContain('microphone=(self)')
  expect(errors).toEqual([])
})
