import { afterAll, expect, test } from 'vitest'
import { replies, sendMessage, waitForReply } from '#tests/support/browser.ts'
import { browserSite } from '#tests/support/browser-site.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'
import {
  type FakeOpenAi,
  hasToolResult,
  lastUserText,
  startFakeOpenAi,
} from '#tests/support/fake-openai.ts'
import { type FakeWeather, startFakeWeather } from '#tests/support/fake-weather.ts'
import { makePng } from '#tests/support/test-images.ts'

let model: FakeOpenAi
let weather: FakeWeather
// After the service, which is stopped first.
afterAll(async () => {
  weather?.close()
  await model?.close()
})

const THOUGHTS = Array.from({ length: 40 }, (_, index) => `Thought ${index} is a line.`)

const site = browserSite(async () => {
  expectErrorLogs(/^reply failed/)
  weather = await startFakeWeather()
  model = await startFakeOpenAi({
    reply(request) {
      const text = lastUserText(request)
      if (text.includes('think')) {
        return { reasoning: THOUGHTS.join('\n\n'), text: 'It is 42.', delayMs: 15 }
      }
      if (text.includes('too much')) {
        return { status: 400, error: { code: 'context_length_exceeded' } }
      }
      if (!text.includes('weather')) return { text: 'First words.\n\nLast words.' }
      if (hasToolResult(request)) return { text: 'Mild.' }
      return { toolCalls: [{ name: 'getWeather', input: { latitude: 52.5, longitude: 13.4 } }] }
    },
  })
  return {
    worker: true,
    env: { OPENAI_BASE_URL: model.url, WEATHER_BASE_URL: weather.url },
  }
})

test('reasoning can be watched, folds with its time, and stays as its reader chose', async () => {
  const { page, errors } = await site.visit()
  await sendMessage(page, 'please think')
  const thoughts = page.locator('.reasoning-body')
  await thoughts.getByText('Thought 20').waitFor()
  // Its latest words are in view, which scroll within it.
  const hidden = await thoughts.evaluate((body) => [
    body.scrollHeight - body.clientHeight,
    body.scrollTop,
  ])
  expect(hidden[0]).toBeGreaterThan(0)
  expect(hidden[1]).toBeGreaterThanOrEqual(-1)
  await waitForReply(page)
  await expect.poll(() => thoughts.isVisible()).toBe(false)
  await page.getByText(/^Thought for (a moment|\d+ s)$/).click()
  await expect.poll(() => thoughts.isVisible()).toBe(true)
  await sendMessage(page, 'and more')
  await replies(page).nth(1).getByText('Last words.').waitFor()
  expect(await thoughts.isVisible()).toBe(true)
  await page.reload()
  await page.getByText(/^Thought for (a moment|\d+ s)$/).waitFor()
  // What each reply cost is told without being in the way.
  expect(await replies(page).first().innerText()).toMatch(/Small · .* · 18 tokens/)
  expect(errors).toEqual([])
})

test('the weather comes as a card of the coming hours, which says what it shows', async () => {
  const { page, errors } = await site.visit({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 320, height: 640 })
  await sendMessage(page, 'the weather?')
  await waitForReply(page)
  const card = page.getByRole('region', { name: 'Weather' })
  expect(await card.innerText()).toMatch(/7\s*°C/)
  expect(await card.innerText()).toContain('High 23° · Low 0°')
  const hours = card.getByRole('list', { name: 'The coming hours' }).getByRole('listitem')
  expect(await hours.count()).toBe(8)
  expect(await hours.first().innerText()).toMatch(/15°[\s\S]*15:00|15:00[\s\S]*15°/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  expect(errors).toEqual([])
})

test('a conversation that is too long goes on in a new chat with what was asked', async () => {
  const { page } = await site.visit()
  await sendMessage(page, 'this is too much')
  await page.getByRole('link', { name: 'Start a new chat from here' }).click()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Message' }).inputValue())
    .toBe('this is too much')
  expect(new URL(page.url()).pathname).toBe('/')
})

test('an image opens in large, and what is selected in a reply can be quoted', async () => {
  const { page, errors } = await site.visit()
  for (const name of ['one.png', 'two.png']) {
    const buffer = await makePng()
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({ name, mimeType: 'image/png', buffer })
    await page.locator('.attachments li[aria-busy=false]').getByRole('img', { name }).waitFor()
  }
  await sendMessage(page, 'look')
  await waitForReply(page)
  await page.locator('.msg-images a').first().click()
  const dialog = page.getByRole('dialog', { name: 'Image' })
  await dialog.getByText('one.png (1 of 2)').waitFor()
  await page.keyboard.press('ArrowRight')
  await dialog.getByText('two.png (2 of 2)').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(0)

  await replies(page).first().getByText('Last words.').click({ clickCount: 3 })
  await page.getByRole('button', { name: 'Quote' }).waitFor()
  await page.keyboard.press('Alt+KeyQ')
  const composer = page.getByRole('textbox', { name: 'Message' })
  await expect.poll(() => composer.inputValue()).toBe('> Last words.\n\n')

  // On paper there is all of the conversation, and nothing that scrolls.
  await page.emulateMedia({ media: 'print' })
  expect(await composer.isVisible()).toBe(false)
  expect(await page.getByRole('navigation').isVisible()).toBe(false)
  expect(await replies(page).first().isVisible()).toBe(true)
  const overflow = (element: Element) => getComputedStyle(element).overflowY
  expect(await page.locator('.thread-scroll').evaluate(overflow)).toBe('visible')
  expect(errors).toEqual([])
})
