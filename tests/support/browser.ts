import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** Starts the Chromium of this machine: `CHROMIUM_PATH`, else Debian's. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
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
  /** What the page's scripts complained about; a good page says nothing. */
  complaints: string[]
}

/** Opens the service in a context of its own and continues as guest. */
export async function visitAsGuest(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({ baseURL: url, ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  await page.goto('/')
  await page.getByRole('button', { name: /guest/i }).click()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  return { page, complaints }
}

/** Writes a message and sends it with the button, which works without JavaScript too. */
export async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

/** The replies of the chat, oldest first. */
export function replies(page: Page) {
  return page.getByRole('article', { name: 'Parley' })
}

/** Waits until the reply is whole. */
export async function replyDone(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Write this reply again' }).waitFor()
}
