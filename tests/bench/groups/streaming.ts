import type { CDPSession } from 'playwright-core'
import { launchBrowser } from '#tests/support/browser.ts'
import type { Bench } from '../bench.ts'
import { MARKDOWN_PROMPT } from '../reply-script.ts'
import type { Row } from '../results-table.ts'

/** How many times the processor of the page is slowed down, and how long a task may then be: milliseconds. */
const SLOWNESSES = [
  { times: 1, atMost: 50 },
  { times: 4, atMost: 100 },
]

/** What a person takes to write a message, in which the page makes ready what it needs for the reply. */
const QUIET_MS = 2_000

type TraceEvent = { name: string; pid: number; tid: number; tdur?: number }

/**
 * The tasks of a page while 3,000 words of Markdown are streamed in 15 s, in a Chromium
 * on the same machine (`CHROMIUM_PATH`). They are measured in processor time, which
 * depends less on what else the machine does.
 */
export async function streaming({ ours, seed, quick }: Bench): Promise<Row[]> {
  const rows: Row[] = []
  for (const { times, atMost } of quick ? SLOWNESSES.slice(0, 1) : SLOWNESSES) {
    const tasks = await measureTasks(ours.url, seed.owner.token, times)
    const what = `streaming 3,000 words, ${times}× slower`
    rows.push(
      { what: `${what}: longest task`, unit: 'ms', ours: Math.max(...tasks), goal: { atMost } },
      {
        what: `${what}: tasks over ${atMost} ms`,
        unit: '',
        ours: tasks.filter((task) => task > atMost).length,
        goal: { atMost: 0 },
      },
    )
  }
  return rows
}

async function measureTasks(url: string, token: string, slowness: number): Promise<number[]> {
  const browser = await launchBrowser()
  try {
    const context = await browser.newContext()
    await context.addCookies([{ name: 'session-token', value: token, url }])
    const page = await context.newPage()
    await page.goto(url)
    await page.getByRole('textbox', { name: 'Message' }).fill(MARKDOWN_PROMPT)
    await page.waitForTimeout(QUIET_MS)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    return await traceTasks(devtools, async () => {
      await page.keyboard.press('Enter')
      // To find a button by its name, as other tests do, takes the page's thread longer than most tasks.
      await page.waitForFunction(
        () => document.querySelector('[aria-label="Write this reply again"]') !== null,
        null,
        { polling: 250 },
      )
    })
  } finally {
    await browser.close()
  }
}

/** The tasks of the page's main thread while something happens, in milliseconds of processor time. */
async function traceTasks(devtools: CDPSession, happen: () => Promise<void>): Promise<number[]> {
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as never[])))
  await devtools.send('Tracing.start', {
    categories: 'toplevel,devtools.timeline',
    transferMode: 'ReportEvents',
  })
  await happen()
  const isComplete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve))
  await devtools.send('Tracing.end')
  await isComplete
  const thread = mainThread(events)
  return events
    .filter((event) => threadOf(event) === thread && event.name.endsWith('RunTask'))
    .map(({ tdur = 0 }) => tdur / 1_000)
}

/** The thread that runs the scripts of the page. */
function mainThread(events: TraceEvent[]): string | undefined {
  const calls = new Map<string, number>()
  for (const event of events) {
    if (event.name !== 'FunctionCall') continue
    calls.set(threadOf(event), (calls.get(threadOf(event)) ?? 0) + 1)
  }
  return [...calls].sort(([, first], [, second]) => second - first)[0]?.[0]
}

function threadOf({ pid, tid }: TraceEvent): string {
  return `${pid}:${tid}`
}
