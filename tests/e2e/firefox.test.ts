import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, ElementHandle, Page } from 'puppeteer-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type FakeOpenAi, lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { launchFirefox, press, seen, textOf, visitInFirefox } from '#tests/support/firefox.ts'
import { makePng } from '#tests/support/test-images.ts'

/* The main paths in Firefox; what is particular to a part is tested in Chromium. */

const LONG = Array.from({ length: 100 }, (_, index) => `word${index}`).join(' ')
const FORMATTED = '```ts\nconst answer: number = 42\n```\n\nIt is $e^{i\\pi}$, I think.\n'

let model: FakeOpenAi
let app: TestApp
let directory: string

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-firefox-'))
  model = await startFakeOpenAi({
    reply: (request) =>
      lastUserText(request).includes('long')
        ? { text: LONG, delayMs: 60 }
        : { text: FORMATTED, delayMs: 20 },
  })
  app = await startApp({ worker: true, env: { OPENAI_BASE_URL: model.url } })
})
afterAll(async () => {
  await app?.stop()
  await model?.close()
  await rm(directory, { recursive: true, force: true })
})

async function inFirefox(
  options: { javaScriptEnabled?: boolean },
  run: (browser: Browser) => Promise<void>,
) {
  const browser = await launchFirefox(options)
  try {
    await run(browser)
  } finally {
    await browser.close()
  }
}

async function send(page: Page, text: string) {
  await page.type('#message', text)
  await (await seen(page, 'button[aria-label="Send"]')).press('Enter')
}

const shows = (page: Page, selector: string) =>
  expect.poll(() => textOf(page, selector), { message: selector })

test('a chat, its menus and a document work in Firefox', { timeout: 90_000 }, () =>
  inFirefox({}, async (browser) => {
    const { page, errors } = await visitInFirefox(browser, app.url)
    await seen(page, '.search-button')
    await send(page, 'first')
    await seen(page, '[aria-label="Write this reply again"]')
    await seen(page, '.msg.ai pre [class]')
    await seen(page, '.msg.ai math')
    const chat = page.url()
    expect(chat).toMatch(/\/chat\//)

    await send(page, 'a long one')
    await shows(page, '.msg.ai').toContain('word5')
    const lengths = new Set<number>()
    await expect
      .poll(async () => lengths.add((await textOf(page, '.msg.ai')).length).size, { interval: 20 })
      .toBeGreaterThan(3)
    await press(page, '[aria-label="Stop the reply"]')
    await shows(page, '.msg.ai').toContain('You stopped this reply.')
    const links = await page.$$('.msg.user .i-edit')
    await links.at(-1)?.click()
    const field = (await seen(page, '#edit-text')) as ElementHandle<HTMLTextAreaElement>
    await field.evaluate((area) => area.select())
    await field.type('second')
    await press(page, '#edit button[type=submit]')
    await shows(page, '.alternatives').toContain('2/2')
    await press(page, '[aria-label="Previous version"]')
    await shows(page, '.alternatives').toContain('1/2')
    await shows(page, '.msg.ai').toContain('You stopped this reply.')

    await attach(page)
    await send(page, 'look')
    await expect
      .poll(() =>
        page.$$eval('.msg-images img', ([image]) => (image as HTMLImageElement)?.naturalWidth),
      )
      .toBe(40)
    await seen(page, '[aria-label="Write this reply again"]')

    await palette(page, 'dark', 'Dark theme')
    await expect.poll(() => page.$eval('html', (html) => html.dataset.theme)).toBe('dark')
    await renameAndDelete(page)
    await editDocument(page, app.url)

    await page.goto(app.url)
    await palette(page, 'first', 'first')
    await expect.poll(() => page.url()).toContain(chat)

    await page.setViewport({ width: 390, height: 800 })
    await press(page, '.sidebar-button')
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest('nav')?.id))
      .toBe('sidebar')
    await page.keyboard.press('Escape')
    await expect.poll(() => page.$('#sidebar:popover-open')).toBe(null)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
    expect(errors).toEqual([])
  }),
)

test('without JavaScript a message is sent and answered in Firefox', () =>
  inFirefox({ javaScriptEnabled: false }, async (browser) => {
    const { page } = await visitInFirefox(browser, app.url)
    await send(page, 'first')
    await expect.poll(() => page.url()).toMatch(/\/chat\/[0-9a-f-]{36}$/)
    // With the reply, which is written in a frame until then.
    await expect
      .poll(async () => {
        await page.goto(page.url())
        return textOf(page, '.msg.ai')
      })
      .toContain('const answer')
    await seen(page, '.msg.ai math')
  }))

/** Attaches an image, and waits until it has been uploaded. */
async function attach(page: Page) {
  const path = join(directory, 'red.png')
  await writeFile(path, await makePng())
  const input = (await page.$('.composer input[type=file]')) as ElementHandle<HTMLInputElement>
  await input.uploadFile(path)
  await seen(page, '.attachments li:not(.pulse) img')
}

/** Searches in the palette, and chooses the first result. */
async function palette(page: Page, words: string, found: string) {
  await seen(page, '.search-button')
  await page.keyboard.down('Control')
  await page.keyboard.press('k')
  await page.keyboard.up('Control')
  await seen(page, '.palette input')
  await page.type('.palette input', words)
  await shows(page, '.palette [aria-selected=true]').toContain(found)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.$('.palette')).toBe(null)
}

/** Renames the open chat, deletes it, and brings it back. */
async function renameAndDelete(page: Page) {
  const chosen = async (entry: string) => {
    await press(page, 'nav a[aria-current=page] + .i-more')
    await press(page, `.menu-pop:popover-open ::-p-text(${entry})`)
  }
  await chosen('Rename')
  await seen(page, 'nav .renaming input')
  await page.keyboard.down('Control')
  await page.keyboard.press('a')
  await page.keyboard.up('Control')
  await page.keyboard.type('Renamed')
  await page.keyboard.press('Enter')
  await shows(page, 'nav').toContain('Renamed')
  const url = page.url()
  await chosen('Delete')
  await expect.poll(() => page.url()).not.toBe(url)
  await press(page, '.toast button')
  await expect.poll(() => page.url()).toBe(url)
  await shows(page, 'nav').toContain('Renamed')
}

/** Opens a text and types in it; it is saved by itself. */
async function editDocument(page: Page, url: string) {
  const id = crypto.randomUUID()
  const read = () =>
    page.evaluate(
      async (id) => (await (await fetch(`/api/document?id=${id}`)).json()).at(-1).content,
      id,
    )
  await page.evaluate(async (id) => {
    const body = JSON.stringify({ title: 'Note', kind: 'text', content: 'It rains.' })
    const headers = { 'Content-Type': 'application/json' }
    await fetch(`/api/document?id=${id}`, { method: 'POST', headers, body })
  }, id)
  await page.goto(`${url}/documents/${id}`)
  await press(page, '.ProseMirror p')
  await page.keyboard.press('End')
  await page.keyboard.type(' It pours.')
  await expect.poll(read).toBe('It rains. It pours.')
}
