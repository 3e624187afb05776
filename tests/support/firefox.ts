import puppeteer, { type Browser, type Page } from 'puppeteer-core'
import { expect } from 'vitest'

/**
 * Starts the installed Firefox: the one at `FIREFOX_PATH`, else that of Debian.
 *
 * @param javaScriptEnabled without it the page runs no script; the tests still do
 */
export function launchFirefox({ javaScriptEnabled = true } = {}): Promise<Browser> {
  return puppeteer.launch({
    browser: 'firefox',
    executablePath: process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr',
    headless: true,
    defaultViewport: { width: 1280, height: 800 },
    extraPrefsFirefox: { 'javascript.enabled': javaScriptEnabled },
  })
}

export type FirefoxVisitor = {
  page: Page
  /** The errors in the page's console and of its scripts; none on a page that works. */
  errors: string[]
}

/** Opens the service and continues as a guest. */
export async function visitInFirefox(browser: Browser, url: string): Promise<FirefoxVisitor> {
  const page = await browser.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  await page.goto(url)
  // With the key, as a page without scripts cannot be asked where to press.
  await (await seen(page, 'form[action^="/guest"] button')).press('Enter')
  await seen(page, '#message')
  return { page, errors }
}

/** Waits until there is an element, asked for from here: timers of a page without scripts never end. */
export async function seen(page: Page, selector: string) {
  await expect.poll(async () => (await page.$(selector)) !== null, { message: selector }).toBe(true)
  const element = await page.$(selector)
  if (!element) throw new Error(`It is gone: ${selector}`)
  return element
}

/** Presses the element with the mouse. */
export async function press(page: Page, selector: string): Promise<void> {
  const element = await seen(page, selector)
  await element.click()
}

/** What stands in the elements that a CSS selector matches. */
export function textOf(page: Page, selector: string): Promise<string> {
  return page.evaluate(
    (selector) =>
      [...document.querySelectorAll<HTMLElement>(selector)]
        .map(({ innerText }) => innerText)
        .join('\n'),
    selector,
  )
}
