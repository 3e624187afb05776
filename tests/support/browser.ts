import { existsSync } from 'node:fs'
import {
  type Browser,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core'
import { expect } from 'vitest'

/** Those of Debian. The first has no window to draw, and takes a third less of the processor. */
const CHROMIUMS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Starts the installed Chromium: the one at `CHROMIUM_PATH`, else one of Debian's. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? CHROMIUMS.find(existsSync) ?? 'chromium',
    args: [
      '--no-sandbox',
      // As in a browser with a window, a frame of another origin has its own process.
      '--site-per-process',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
}

export type Visitor = {
  page: Page
  /** The errors in the page's console and of its scripts; none on a page that works. */
  errors: string[]
}

/** Opens the service in a browser context of its own and continues as a guest. */
export async function visitAsGuest(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: url, ...options })
  const page = await context.newPage()
  const errors: string[] = []
  function note(error: string) {
    // The router says so of a loading that a newer one has overtaken; the page does not notice.
    if (!error.startsWith('AbortError')) errors.push(error)
  }
  page.on('pageerror', ({ name, message }) => note(`${name}: ${message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') note(message.text())
  })
  await page.goto('/')
  await page.getByRole('button', { name: /guest/i }).click()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  return { page, errors }
}

/** Types a message and sends it with the button, which works without JavaScript too. */
export async function sendMessage(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** Selects the model that answers. */
export async function chooseModel(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Model: / }).click()
  await page.getByRole('radio', { name }).check()
  await page.keyboard.press('Escape')
}

/** The replies of the chat, oldest first. */
export function replies(page: Page) {
  return page.getByRole('article', { name: 'Parley' })
}

/** Waits until the last reply is complete. */
export async function waitForReply(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Write this reply again' }).waitFor()
}

/**
 * Waits until the text of an element has had more than so many lengths, which
 * shows that it grew while the reply was streamed.
 */
export async function waitForGrowth(element: Locator, lengths = 3): Promise<void> {
  const seen = new Set<number>()
  await expect
    .poll(async () => seen.add((await element.innerText()).length).size, { interval: 20 })
    .toBeGreaterThan(lengths)
}
