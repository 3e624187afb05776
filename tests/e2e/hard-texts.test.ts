import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { sendMessage, waitForReply } from '#tests/support/browser.ts'
import { browserSite } from '#tests/support/browser-site.ts'
import { type FakeOpenAi, lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { HARD_MARKDOWN, repeated } from '#tests/support/hard-markdown.ts'

const SIZE = 400_000
/** Characters that the model sends at once. */
const PIECE = 400
/** A longer paragraph would not be formatted. */
const PARAGRAPH = 32_000
/** The goal is 200 ms more than a plain text costs; machines that run tests are busy. */
const MORE_MS = 600

function paragraphsOf(name: string): string {
  const paragraph = (HARD_MARKDOWN[name]?.(PARAGRAPH) ?? '').slice(0, PARAGRAPH)
  return repeated(`${paragraph}\n\n`, SIZE)
}

const TEXTS: Record<string, string> = {
  'plain words': repeated('Some words of plain text, and then some more of them. ', SIZE),
  'runs of stars': HARD_MARKDOWN['runs of stars']?.(SIZE) ?? '',
  'runs of stars in paragraphs': paragraphsOf('runs of stars'),
  'runs of underscores in paragraphs': paragraphsOf('runs of underscores'),
  'quotes that shrink': HARD_MARKDOWN['quotes that shrink']?.(SIZE) ?? '',
}

let model: FakeOpenAi
// After the service, which is stopped first.
afterAll(() => model?.close())

const site = browserSite(async () => {
  model = await startFakeOpenAi({
    reply: (request) => ({ text: piecesOf(TEXTS[lastUserText(request)] ?? 'A title') }),
  })
  return { env: { OPENAI_BASE_URL: model.url } }
})

function piecesOf(text: string): string[] {
  return Array.from({ length: Math.ceil(text.length / PIECE) }, (_, index) =>
    text.slice(index * PIECE, (index + 1) * PIECE),
  )
}

/** Notes the long tasks of a page, in its own thread. */
function noteTasks() {
  const tasks: number[] = []
  Reflect.set(window, 'tasks', tasks)
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration)
  }).observe({ type: 'longtask', buffered: true })
}

/** The longest task that was noted, in milliseconds. */
function longestTask(page: Page): Promise<number> {
  return page.evaluate(() => Math.max(0, ...Reflect.get(window, 'tasks')))
}

/** The longest tasks while a reply is streamed, and when its chat is opened. */
type LongestTasks = { streamed: number; opened: number }

async function longestTasks(name: string): Promise<LongestTasks> {
  const { page, errors } = await site.visit()
  await page.evaluate(noteTasks)
  await sendMessage(page, name)
  await waitForReply(page)
  const streamed = await longestTask(page)
  await page.waitForURL(/\/chat\//)
  await page.addInitScript(noteTasks)
  await page.reload()
  await waitForReply(page)
  const opened = await longestTask(page)
  expect(errors).toEqual([])
  await page.context().close()
  return { streamed, opened }
}

test('a reply of hard Markdown blocks the page for no longer than plain text', {
  timeout: 300_000,
}, async () => {
  const plain = await longestTasks('plain words')
  const isTooLong = ({ streamed, opened }: LongestTasks) =>
    streamed > plain.streamed + MORE_MS || opened > plain.opened + MORE_MS
  for (const name of Object.keys(TEXTS).slice(1)) {
    const first = await longestTasks(name)
    // Once more, in case the machine stood still meanwhile.
    const hard = isTooLong(first) ? await longestTasks(name) : first
    expect(isTooLong(hard), `${name}: ${JSON.stringify({ first, hard, plain })}`).toBe(false)
  }
})
