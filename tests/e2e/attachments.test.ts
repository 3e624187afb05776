import { Buffer } from 'node:buffer'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { sendMessage, waitForReply } from '#tests/support/browser.ts'
import { browserSite } from '#tests/support/browser-site.ts'
import { makePng } from '#tests/support/test-images.ts'

const site = browserSite({ worker: true })

const field = (page: Page) => page.getByRole('textbox', { name: 'Message', exact: true })
const list = (page: Page) => page.getByRole('list', { name: 'Attached files' })

async function choose(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  await page.getByLabel('Attach images').setInputFiles(files)
}

test('each file that cannot be attached has its reason, and the others are attached', async () => {
  const { page, errors } = await site.visit()
  const text = (name: string, content: string) => {
    return { name, mimeType: 'text/plain', buffer: Buffer.from(content) }
  }
  await choose(page, [
    text('empty.txt', ''),
    { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('film') },
    { name: 'huge.png', mimeType: 'image/png', buffer: Buffer.alloc(5 * 1024 * 1024 + 1) },
    text('long.txt', 'x'.repeat(190_001)),
    { name: 'note.pdf', mimeType: 'application/pdf', buffer: Buffer.from([0xff, 0xfe]) },
    { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no image') },
    ...Array.from({ length: 14 }, (_, index) => text(`${index}.txt`, 'tea')),
  ])
  const refusals = page.locator('.refusals li')
  await expect.poll(() => refusals.count()).toBe(7)
  expect((await refusals.allInnerTexts()).sort()).toEqual([
    expect.stringMatching(/^A message takes 8 files at most. Left out: 5.txt, 6.txt/),
    'empty.txt is empty.',
    expect.stringMatching(/^fake.png: .*(JPEG|PNG)/),
    'film.mp4 is not a JPEG or PNG image, and no text.',
    'huge.png is larger than 5 MB. Make the image smaller.',
    'long.txt is larger than 190 kB.',
    expect.stringMatching(/^note.pdf is not text in UTF-8/),
  ])
  await page.getByRole('button', { name: 'Hide these problems' }).click()
  for (const name of ['0.txt', '4.txt']) {
    await list(page)
      .getByRole('button', { name: `Remove ${name}` })
      .press('Enter')
  }
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  expect(await focused()).toBe('Remove 3.txt')
  expect(errors.filter((error) => !error.includes('status of 400'))).toEqual([])
})

test('an upload shows how far it is, is tried again after a failure, and the message waits for it', async () => {
  const { page } = await site.visit()
  const requests: Route[] = []
  await page.route('**/api/files/upload', (route) => void requests.push(route))
  const request = async () => {
    await expect.poll(() => requests.length).toBe(1)
    return requests.pop()
  }
  await choose(page, [{ name: 'tea.png', mimeType: 'image/png', buffer: await makePng() }])
  await page.getByRole('progressbar', { name: 'Upload of tea.png' }).waitFor()
  await (await request())?.abort()
  await page.getByText('Not uploaded. Check your connection, then try again.').waitFor()
  await sendMessage(page, 'What is this?')
  await page.getByText('Not sent: try the upload again, or remove the file.').waitFor()
  await page.getByRole('button', { name: 'Try to upload tea.png again' }).press('Enter')
  await page.getByText('Sent as soon as the files are uploaded').waitFor()
  await (await request())?.continue()
  await waitForReply(page)
  await page.getByRole('article', { name: 'You' }).getByRole('img', { name: 'tea.png' }).waitFor()
  expect(await list(page).count()).toBe(0)
  expect(await field(page).inputValue()).toBe('')
})

test('a long text that is pasted can be attached as a file; of a pasted table, only the text is taken', async () => {
  const { page, errors } = await site.visit()
  const paste = (text: string, hasImage: boolean) =>
    field(page).evaluate(
      (area: HTMLTextAreaElement, [text, hasImage]) => {
        const clipboardData = new DataTransfer()
        if (text) clipboardData.setData('text/plain', String(text))
        if (hasImage) clipboardData.items.add(new File(['x'], 'table.txt', { type: 'text/plain' }))
        area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
        area.setRangeText(String(text), area.selectionStart, area.selectionEnd, 'end')
        area.dispatchEvent(new Event('input', { bubbles: true }))
      },
      [text, hasImage] as const,
    )
  await field(page).fill('Please read: ')
  await paste('tea '.repeat(2_000), false)
  await page.getByRole('button', { name: 'Attach it as a file' }).click()
  await list(page).getByText('pasted-text.txt').waitFor()
  expect(await field(page).inputValue()).toBe('Please read: ')
  await paste('a\tb', true)
  await paste('', true)
  await list(page).getByText('table.txt').waitFor()
  expect(await list(page).getByRole('listitem').count()).toBe(2)
  expect(errors).toEqual([])
})
