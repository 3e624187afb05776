import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchBrowser, sendMessage, visitAsGuest, waitForReply } from '#tests/support/browser.ts'
import { startLauncher } from '#tests/support/launcher-process.ts'

/**
 * `npm run screenshots`: takes the pictures of the README, of the service as
 * `npm start` runs it on an empty data directory.
 */

const SIZE = { width: 1280, height: 800 }
const docs = new URL('../../docs/', import.meta.url)

const dataDir = await mkdtemp(join(tmpdir(), 'parley-screenshots-'))
const launcher = await startLauncher({ dataDir })
try {
  await launcher.prints(launcher.url)
  const browser = await launchBrowser()
  try {
    const options = { viewport: SIZE, colorScheme: 'light' } as const
    const { page } = await visitAsGuest(browser, launcher.url, options)
    await takeChat(page)
    await takeDocument(page)
  } finally {
    await browser.close()
  }
} finally {
  launcher.kill('SIGTERM')
  await launcher.exited
  await rm(dataDir, { recursive: true, force: true })
}

async function takeChat(page: Page) {
  await ask(page, 'Show me a table')
  await take(page, 'chat.png')
}

/** A document beside its chat, with suggestions. */
async function takeDocument(page: Page) {
  await page.getByRole('link', { name: 'New chat', exact: true }).click()
  await ask(page, 'Write an essay about rain')
  await ask(page, 'Suggest improvements')
  await page.getByRole('region', { name: 'Document' }).waitFor()
  await page
    .locator('.ProseMirror')
    .getByRole('button', { name: /^Accept/ })
    .first()
    .waitFor()
  await take(page, 'document.png')
}

async function ask(page: Page, text: string) {
  await sendMessage(page, text)
  await waitForReply(page)
}

async function take(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready)
  await page.screenshot({ path: new URL(name, docs).pathname, animations: 'disabled' })
  console.log(`docs/${name}`)
}
