import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { startApp, type TestApp } from './app.ts'
import { launchBrowser, type Visitor, visitAsGuest } from './browser.ts'

type AppOptions = NonNullable<Parameters<typeof startApp>[0]>

/** The service and a browser, of one file of browser tests. */
export type BrowserSite = {
  readonly app: TestApp
  /** The address of the service. */
  readonly url: string
  /** Opens the service as somebody new, who continues as a guest. */
  visit(options?: BrowserContextOptions): Promise<Visitor>
  /** A browser context of its own, signed out unless the options say otherwise. */
  newContext(options?: BrowserContextOptions): Promise<BrowserContext>
}

/**
 * Starts the service and a browser before the tests of a file, and stops both after them.
 *
 * @param options for the service; a function is called before it starts, and may start what it needs
 */
export function browserSite(options: AppOptions | (() => Promise<AppOptions>) = {}): BrowserSite {
  let app: TestApp
  let browser: Browser

  beforeAll(async () => {
    const appOptions = typeof options === 'function' ? await options() : options
    ;[app, browser] = await Promise.all([startApp(appOptions), launchBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await app?.stop()
  })

  return {
    get app() {
      return app
    },
    get url() {
      return app.url
    },
    visit: (contextOptions) => visitAsGuest(browser, app.url, contextOptions),
    newContext: (contextOptions) => browser.newContext({ baseURL: app.url, ...contextOptions }),
  }
}
