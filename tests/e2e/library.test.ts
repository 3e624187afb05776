import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from '#tests/support/accessibility.ts'
import { sendMessage, waitForReply } from '#tests/support/browser.ts'
import { browserSite } from '#tests/support/browser-site.ts'
import { makePng } from '#tests/support/test-images.ts'

const site = browserSite({ worker: true })

const PHONE = { width: 390, height: 844 }

async function save(context: BrowserContext, title: string, kind: string, content: string) {
  const data = { title, kind, content }
  const response = await context.request.post(`/api/document?id=${randomUUID()}`, { data })
  expect(response.status()).toBe(200)
}

const cards = (page: Page) => page.locator('.library-card')
const card = (page: Page, title: string) =>
  cards(page).filter({ has: page.getByText(title, { exact: true }) })

async function openMenu(page: Page, title: string) {
  await card(page, title).locator('summary').click()
  return card(page, title).locator('.menu-body')
}

const file = (name: string, text: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
})

test('documents are found, renamed, copied, deleted and brought back', async () => {
  const { page, errors } = await site.visit()
  await page.getByRole('link', { name: 'Documents', exact: true }).click()
  await page.getByRole('heading', { name: 'No documents yet' }).waitFor()
  const context = page.context()
  await save(context, 'Rain', 'text', '# Rain\n\nIt **pours** in the mountains.')
  await save(context, 'count.py', 'code', 'print(len("rain"))')
  await save(context, 'Sums', 'sheet', 'Month,Sum\nMay,17')
  await save(context, 'Red', 'image', (await makePng()).toString('base64'))
  await page.reload()
  expect(await cards(page).locator('strong').allInnerTexts()).toEqual([
    'Red',
    'Sums',
    'count.py',
    'Rain',
  ])
  expect(await card(page, 'Sums').locator('td').allInnerTexts()).toEqual([
    'Month',
    'Sum',
    'May',
    '17',
  ])
  await expectAccessible(page)

  await page.getByRole('searchbox', { name: 'Search your documents' }).fill('mountains')
  await page.keyboard.press('Enter')
  await expect.poll(() => cards(page).count()).toBe(1)
  await page.getByRole('link', { name: 'Code', exact: true }).click()
  await page.getByText('No documents match “mountains”.').waitFor()
  await page.goto('/documents')

  const renaming = await openMenu(page, 'Rain')
  await renaming.getByLabel('Title').fill('Heavy rain')
  await renaming.getByRole('button', { name: 'Rename' }).click()
  await card(page, 'Heavy rain').getByText('2 versions').waitFor()
  await (await openMenu(page, 'Heavy rain')).getByRole('button', { name: 'Duplicate' }).click()
  await page.getByText('“Heavy rain (copy)” is made.').waitFor()

  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  const deleting = await openMenu(page, 'Sums')
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
  await deleting.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('“Sums” is deleted.').waitFor()
  expect(await card(page, 'Sums').count()).toBe(0)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('is deleted')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('“Sums” is back.').waitFor()
  expect(await card(page, 'Sums').count()).toBe(1)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download all' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('documents.zip')
  expect(errors).toEqual([])
})

test('files are uploaded by choosing and by dropping them, each on its own', async () => {
  const { page, errors } = await site.visit()
  await page.goto('/documents')
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Upload', exact: true }).click(),
  ])
  await chooser.setFiles([
    file('Notes.md', '# Notes'),
    file('letter.docx', 'PK'),
    file('bytes.txt', 'a\u0000b'),
  ])
  await page.getByText('1 file is uploaded.').waitFor()
  const refused = page.getByRole('alert')
  expect(await refused.innerText()).toMatch(/“letter.docx” cannot be a document/)
  expect(await refused.innerText()).toMatch(/“bytes.txt” is not a text/)
  await card(page, 'Notes').waitFor()
  await expectAccessible(page)

  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['a,b\n1,2'], 'dropped.csv'))
    transfer.items.add(new File(['let x = 1'], 'dropped.js'))
    return transfer
  })
  await page.locator('.library').dispatchEvent('dragenter', { dataTransfer: dropped })
  await page.locator('.pane-body[data-dropping]').waitFor()
  await page.locator('.library').dispatchEvent('drop', { dataTransfer: dropped })
  await page.getByText('2 files are uploaded.').waitFor()
  await expect.poll(() => cards(page).count()).toBe(3)
  expect(await page.locator('.pane-body[data-dropping]').count()).toBe(0)
  expect(errors).toEqual([])
})

test('without JavaScript files are uploaded, and documents deleted and brought back', async () => {
  const options = { javaScriptEnabled: false, viewport: PHONE }
  const { page } = await site.visit(options)
  await page.goto('/documents')
  await page
    .getByLabel('Files to upload')
    .setInputFiles([file('Tide.md', 'Low'), file('x.exe', 'M')])
  await page.getByRole('button', { name: 'Upload', exact: true }).click()
  await page.getByText('“x.exe” cannot be a document').waitFor()
  await page.goto('/documents?q=low')
  const menu = await openMenu(page, 'Tide')
  await menu.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('“Tide” is deleted.').waitFor()
  expect(new URL(page.url()).searchParams.get('q')).toBe('low')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('“Tide” is back.').waitFor()
  const again = await openMenu(page, 'Tide')
  await again.getByLabel('Title').fill('Ebb')
  await again.getByRole('button', { name: 'Rename' }).click()
  expect(await cards(page).locator('strong').allInnerTexts()).toEqual(['Ebb'])
})

test('a shared chat shows its documents to a visitor; with the chat they can be deleted', async () => {
  const { page: owner } = await site.visit()
  await sendMessage(owner, 'Write an essay about rain')
  await waitForReply(owner)
  const [chat = ''] = /\/chat\/[0-9a-f-]{36}/.exec(owner.url()) ?? []
  await owner.getByRole('link', { name: 'Documents of this chat' }).click()
  await card(owner, 'Rain')
    .getByRole('link', { name: /In the chat/ })
    .click()
  await owner.waitForURL(`**${chat}/documents/*`)
  const share = (visibility: string) =>
    owner.request.patch(`/api/chat?id=${chat.slice(6)}`, {
      data: { visibility, sharedDocuments: 'all' },
    })
  await share('public')

  const errors: string[] = []
  for (const javaScriptEnabled of [true, false]) {
    const context = await site.newContext({ javaScriptEnabled })
    const visitor = await context.newPage()
    visitor.on('pageerror', ({ message }) => errors.push(message))
    await visitor.goto(chat)
    await visitor.locator('.document-card').first().click()
    await visitor.getByText('Shared document, to be read only.').waitFor()
    const text = visitor.getByRole('article', { name: 'Text' })
    expect(await text.getByRole('heading', { name: 'Rain' }).count()).toBe(1)
    expect(await visitor.getByRole('button', { name: /Edit|Save|Suggest|Rename/ }).count()).toBe(0)
    if (javaScriptEnabled) {
      await expectAccessible(visitor)
      await visitor.setViewportSize(PHONE)
    }
    await visitor.goto(visitor.url().replace(chat, ''))
    await visitor.getByRole('link', { name: 'Show it in its chat' }).waitFor()
    if (javaScriptEnabled) await expectAccessible(visitor)
    const file = await visitor.getByRole('link', { name: 'Download' }).getAttribute('href')
    expect(await (await visitor.request.get(file ?? '')).text()).toContain('# Rain')
    await share('private')
    expect((await visitor.request.get(file ?? '')).status()).toBe(404)
    await share('public')
    await context.close()
  }
  expect(errors).toEqual([])

  await owner.goto(`${chat}/options`)
  await owner.getByText('Delete this chat').click()
  await expectAccessible(owner)
  await owner.getByLabel(/Delete it too/).check()
  await owner.getByRole('button', { name: 'Delete permanently' }).click()
  await owner.waitForURL(`${site.url}/`)
  await owner.goto('/documents')
  await owner.getByText('Recently deleted (1)').click()
  await owner.getByRole('button', { name: 'Restore' }).click()
  await owner.getByText('“Rain” is back.').waitFor()
})
