import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { launchBrowser, sendMessage, visitAsGuest, waitForReply } from '#tests/support/browser.ts'
import { startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { startFakeWeather } from '#tests/support/fake-weather.ts'
import { startLauncher } from '#tests/support/launcher-process.ts'
import { buildIfStale } from '../../scripts/build.ts'
import { ASKED, forecast, reply, TITLE } from './example-model.ts'

/**
 * `npm run screenshots`: takes the pictures of the README, of the service as
 * `npm start` runs it on an empty data directory, with a model and a forecast
 * that always say the same.
 */

const WIDE = { width: 1280, height: 960 }
const PHONE = { width: 390, height: 844 }
const pictures = new URL('../../docs/pictures/', import.meta.url)

await buildIfStale()
const dataDir = await mkdtemp(join(tmpdir(), 'parley-screenshots-'))
const [model, weather] = await Promise.all([startFakeOpenAi({ reply }), startFakeWeather(forecast)])
const env = {
  OPENAI_BASE_URL: model.url,
  WEATHER_BASE_URL: weather.url,
  TITLE_MODEL: 'title',
  ARTIFACT_MODEL: 'artifact',
}
const launcher = await startLauncher({ dataDir, env })
try {
  await launcher.prints(launcher.url)
  const browser = await launchBrowser()
  try {
    const options = { viewport: WIDE, deviceScaleFactor: 1.5, reducedMotion: 'reduce' } as const
    const { page } = await visitAsGuest(browser, launcher.url, options)
    await mkdir(pictures, { recursive: true })
    await takeChat(page)
    await takeDocument(page)
    await takeSearch(page)
  } finally {
    await browser.close()
  }
} finally {
  launcher.kill('SIGTERM')
  await launcher.exited
  weather.close()
  await model.close()
  await rm(dataDir, { recursive: true, force: true })
}

async function takeChat(page: Page) {
  await ask(page, ASKED.weather)
  await ask(page, ASKED.code)
  await page.reload()
  await page.getByRole('heading', { name: TITLE }).waitFor()
  await page.locator('math').first().waitFor()
  await take(page, 'chat')
  await page.setViewportSize(PHONE)
  await take(page, 'phone')
  await page.setViewportSize(WIDE)
}

/** A document beside its chat, with suggestions. */
async function takeDocument(page: Page) {
  await page.getByRole('link', { name: 'New chat', exact: true }).click()
  await page.getByRole('heading', { name: 'Where shall we begin?' }).waitFor()
  await ask(page, ASKED.essay)
  await ask(page, ASKED.suggestions)
  const accept = page.locator('.ProseMirror').getByRole('button', { name: /^Accept/ })
  await accept.first().waitFor()
  await take(page, 'document')
}

async function takeSearch(page: Page) {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Search/ }).fill('rain')
  await page.getByRole('option').filter({ hasText: 'Rain' }).first().waitFor()
  await take(page, 'search')
}

async function ask(page: Page, text: string) {
  await sendMessage(page, text)
  await page.getByRole('article', { name: 'You' }).getByText(text).waitFor()
  await waitForReply(page)
  await page.getByRole('button', { name: 'Send' }).waitFor()
}

/** Takes a picture in each theme, small enough to be kept beside the code. */
async function take(page: Page, name: string) {
  await page.evaluate(() => document.fonts.ready)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const file = `${name}-${colorScheme}.webp`
    const picture = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    await sharp(picture).webp({ quality: 85, effort: 6 }).toFile(new URL(file, pictures).pathname)
    console.log(`docs/pictures/${file}`)
  }
}
