import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { sendMessage, waitForReply } from '#tests/support/browser.ts'
import { browserSite } from '#tests/support/browser-site.ts'
import {
  storeDocument,
  storedContent,
  storedContents,
  textEditor,
  typeAfter,
} from '#tests/support/edited-document.ts'

const site = browserSite({ worker: true })

const PHONE = { width: 390, height: 780 }
const LINES = 'One.\n\nTwo.\n\nThree.\n'

/** The same person on another device. */
async function onAnotherDevice(page: Page, path: string): Promise<Page> {
  const storageState = await page.context().storageState()
  const context = await site.newContext({ storageState, viewport: PHONE })
  const other = await context.newPage()
  await other.goto(path)
  await textEditor(other).waitFor()
  return other
}

/** Takes the network from the page until it is loaded again: what it sends as it is left, no route intercepts. */
async function cutOff(page: Page) {
  await page.evaluate(() => {
    window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  })
}

test('edits are saved by themselves and merged; what conflicts is kept until somebody has chosen', async () => {
  const { page, errors } = await site.visit()
  const id = await storeDocument(page, { kind: 'text', content: LINES })
  await page.goto(`/documents/${id}`)
  await typeAfter(page, 'One.', ' And more.')
  await expect.poll(() => storedContent(page, id)).toBe(LINES.replace('One.', 'One. And more.'))
  await page.reload()
  await textEditor(page).getByText('One. And more.').waitFor()
  await expectAccessible(page)

  const phone = await onAnotherDevice(page, `/documents/${id}`)
  await typeAfter(phone, 'Three.', ' And four.')
  await phone.keyboard.press('Control+s')
  await expect.poll(() => storedContent(page, id)).toContain('Three. And four.')
  await page.bringToFront()
  await textEditor(page).getByText('Three. And four.').waitFor()
  await phone.getByText(/^Saved/).waitFor()

  // The phone does not reach the service, its page is loaded again meanwhile, and nothing is lost.
  await phone.route('**/api/document?*', (route) => route.abort())
  await cutOff(phone)
  await typeAfter(phone, 'Two.', ' Written on the way.')
  await phone.getByText('Offline: kept here, sent later').waitFor()
  await phone.goto(`/documents/${id}`)
  await textEditor(phone).getByText('Two. Written on the way.').waitFor()
  await typeAfter(page, 'Two.', ' Written at home.')
  await expect.poll(() => storedContent(page, id)).toContain('Two. Written at home.')
  const conflict = phone.getByRole('region', { name: /changed here and elsewhere/ })
  await conflict.waitFor()
  await phone.unroute('**/api/document?*')
  await conflict.getByText('Written at home.').waitFor()
  await expectAccessible(phone)
  await conflict.getByRole('button', { name: 'Keep both' }).click()
  await expect
    .poll(() => storedContent(page, id))
    .toBe('One. And more.\n\nTwo. Written on the way.\nTwo. Written at home.\n\nThree. And four.\n')
  await conflict.waitFor({ state: 'detached' })
  // Nothing of it is one of many versions: each device has one for its sitting.
  expect((await storedContents(page, id)).length).toBeLessThan(7)
  expect(errors).toEqual([])
})

test('a copy that is opened from the page of its document is edited alone', async () => {
  const { page, errors } = await site.visit()
  const id = await storeDocument(page, { kind: 'text', content: LINES })
  await page.goto(`/documents/${id}`)
  await textEditor(page).waitFor()
  await page.getByLabel('More', { exact: true }).click()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith(id))
  const copyId = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await typeAfter(page, 'One.', ' Of the copy.')
  await page.keyboard.press('Control+s')
  await page.getByText(/^Saved/).waitFor()
  expect(await storedContent(page, id)).toBe(LINES)
  expect(await storedContent(page, copyId)).toBe(LINES.replace('One.', 'One. Of the copy.'))
  expect(errors).toEqual([])
})

test('who edits while the AI rewrites keeps the editor, and both are put together', async () => {
  const { page, errors } = await site.visit()
  await sendMessage(page, 'Write an essay about rain')
  await waitForReply(page)
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? ''
  await typeAfter(page, 'Nothing here leaves your machine.', ' Not even this.')
  await page.getByRole('textbox', { name: 'Message' }).fill('Update it with a story')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('The AI is writing a new version.').waitFor()
  await typeAfter(page, 'Every change is saved as a version of its own.', ' And kept.')
  await textEditor(page).getByText('The demo model was asked').waitFor()
  await expect
    .poll(() => storedContent(page, id))
    .toMatch(/And kept\.[\s\S]*Not even this\.[\s\S]*## Revision/)
  await expectAccessible(page)

  // A new title is saved as an edit is.
  await page.getByRole('button', { name: 'Rain', exact: true }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('All about rain')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'All about rain' }).waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText(/^Saved/).waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'All about rain' }).waitFor()
  expect(errors).toEqual([])
})

test('suggestions come into the text, and a part of it can be asked about', async () => {
  const { page, errors } = await site.visit({ viewport: PHONE })
  const content =
    '# Rain\n\nIn order to stay dry one needs an umbrella. It is very wet outside today.\n\nA third sentence is here as well.\n'
  const id = await storeDocument(page, { kind: 'text', content })
  await page.goto(`/documents/${id}`)
  await textEditor(page).waitFor()
  await page.getByRole('button', { name: 'Suggest improvements' }).click()
  await page.getByRole('heading', { name: 'Suggestions (3)' }).waitFor()
  await page.getByText('Show them in a list').click()
  const suggestions = page.getByRole('region', { name: 'Suggestions' }).getByRole('listitem')
  await expectAccessible(page)
  // What is not saved yet is part of what the suggestion is applied to.
  await typeAfter(page, 'Rain', ' and wind')
  const accepted = [
    await suggestions.nth(0).locator('ins').innerText(),
    await suggestions.nth(1).locator('ins').innerText(),
  ]
  await suggestions.first().getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => storedContent(page, id)).toContain(accepted[0])
  await suggestions.first().getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => storedContent(page, id)).toContain(accepted[1])
  await suggestions.first().getByRole('button', { name: 'Dismiss' }).click()
  await suggestions.waitFor({ state: 'detached' })
  expect(await storedContent(page, id)).toContain('# Rain and wind\n')

  await textEditor(page).locator('.suggested-text').waitFor({ state: 'detached' })
  await textEditor(page).getByText('A third sentence').click({ clickCount: 3 })
  await page.getByText(/^Changes the \d+ characters that are selected/).waitFor()
  await page.getByRole('button', { name: 'More formal' }).click()
  await page.getByRole('heading', { name: 'Suggestions (1)' }).waitFor()
  await expectAccessible(page)
  expect(errors).toEqual([])
})

test('an image is enlarged by buttons and keys, and its chat can be asked for a change', async () => {
  const { page, errors } = await site.visit()
  await sendMessage(page, 'Draw an image of a cat')
  await waitForReply(page)
  const image = page.getByRole('group', { name: /^Image:/ })
  await page.getByRole('button', { name: '100 %' }).click()
  await image.focus()
  await page.keyboard.press('+')
  await page.getByRole('status').filter({ hasText: '125 %' }).waitFor()
  await page.getByRole('button', { name: 'Fit' }).click()
  await expect.poll(() => image.evaluate((place) => place.scrollWidth - place.clientWidth)).toBe(0)
  await page.getByRole('link', { name: 'Ask for a change' }).click()
  const message = page.getByRole('textbox', { name: 'Message' })
  await expect.poll(() => message.inputValue()).toMatch(/^Change the image “.+”: $/)
  await expectAccessible(page)
  expect(errors).toEqual([])
})
