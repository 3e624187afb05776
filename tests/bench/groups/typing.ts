import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { launchBrowser } from '#tests/support/browser.ts'
import type { Bench } from '../bench.ts'
import type { Row } from '../results-table.ts'
import { quantile } from '../statistics.ts'

const CHARACTERS = 1_000_000
const TYPED = 'The quick brown fox jumps over it, **and so** it goes on and on. '

/** Milliseconds between two keys: a fast typist. */
const PACE_MS = 80

/**
 * Typing in a text of a megabyte in its editor, in a Chromium on the same machine
 * (`CHROMIUM_PATH`): from a key to the frame that shows its character. The edits
 * are saved meanwhile, as they always are.
 */
export async function typing({ ours, seed, quick }: Bench): Promise<Row[]> {
  const id = await storeText(ours.url, seed.owner.token)
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext()
    await context.addCookies([{ name: 'session-token', value: seed.owner.token, url: ours.url }])
    const page = await context.newPage()
    await page.goto(`${ours.url}/documents/${id}`)
    await page.locator('.document .ProseMirror').waitFor()
    const times: number[] = []
    for (const paragraph of quick ? [5] : [5, 600, 1_200]) {
      times.push(...(await measureKeys(page, paragraph)))
    }
    const what = 'typing in a text of 1 MB, key to paint, p95'
    return [{ what, unit: 'ms', ours: quantile(times, 0.95), goal: { atMost: 50 } }]
  } finally {
    await browser.close()
  }
}

async function measureKeys(page: Page, paragraph: number): Promise<number[]> {
  await page.locator('.document .ProseMirror > p').nth(paragraph).click()
  await page.evaluate(() => {
    const times: number[] = []
    const onKey = (event: KeyboardEvent) => {
      requestAnimationFrame(() => {
        // What is posted from a frame comes when it has been painted.
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => times.push(performance.now() - event.timeStamp)
        port2.postMessage(null)
      })
    }
    addEventListener('keydown', onKey, true)
    const measured = () => {
      removeEventListener('keydown', onKey, true)
      return times
    }
    Object.assign(window, { measured })
  })
  // The first key of a page costs more than others ever will.
  for (const key of TYPED) await page.keyboard.press(key, { delay: PACE_MS })
  const times = await page.evaluate(() => {
    const { measured } = window as unknown as { measured(): number[] }
    return measured()
  })
  return times.slice(1)
}

/** Stores a text as people write them: paragraphs of some hundred characters, headings, lists and tables. */
async function storeText(url: string, token: string): Promise<string> {
  const id = randomUUID()
  const sentence =
    'Rain **falls** on the roof and runs down to [the street](https://example.org/street). '
  let content = ''
  for (let index = 0; content.length < CHARACTERS; index += 1) {
    if (index % 10 === 0) content += `## Heading ${index}\n\n`
    if (index % 15 === 3) content += `- one ${index}\n- two\n- three\n\n`
    if (index % 60 === 7) content += `| a | b |\n|---|--:|\n| ${index} | 2 |\n\n`
    content += `Paragraph ${index}. ${sentence.repeat(5 + (index % 3))}\n\n`
  }
  const response = await fetch(`${url}/api/document?id=${id}`, {
    method: 'POST',
    headers: { cookie: `session-token=${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'A long text', kind: 'text', content }),
  })
  if (!response.ok) throw new Error(`The text was not stored: ${response.status}`)
  return id
}
