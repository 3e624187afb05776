import { readdirSync, statSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Bench } from '../bench.ts'
import { measureRate } from '../measure-rate.ts'
import type { Row } from '../results-table.ts'
import { MESSAGES } from '../seed.ts'
import { median } from '../statistics.ts'

/** The page has the newest messages. */
const FIRST_MESSAGE = /Message \d+: /
const assets = new URL('../../../build/client/assets/', import.meta.url)

/** The page of a chat with 200 messages: its speed, its size, and how many of it are served per second. */
export async function chatPage(bench: Bench): Promise<Row[]> {
  const { seed, ours, quick } = bench
  const path = `/chat/${seed.longChatId}`
  const what = (figure: string) => `chat page of ${MESSAGES} messages, ${figure}`
  const pages = []
  for (let index = 0; index < (quick ? 10 : 40); index += 1) {
    pages.push(await readPage(`${ours.url}${path}`, seed.owner.token))
  }
  const bytes = median(pages.map(({ html }) => Buffer.byteLength(html)))
  const seconds = quick ? 2 : 5
  const { token } = seed.owner
  const rate = await measureRate(ours, { token, path }, seconds)
  const ofFile = await measureRate(ours, { token, path: fileOfSize(bytes) }, seconds / 2)
  return [
    {
      what: what('to its first message'),
      unit: 'ms',
      ours: median(pages.map(({ firstMessage }) => firstMessage)),
      goal: { atMost: 20 },
    },
    {
      what: what('HTML'),
      unit: 'kB',
      ours: bytes / 1000,
      goal: { atMost: 120 },
    },
    { what: what('16 clients'), unit: 'pages/s', ours: rate, goal: { atLeast: 100 } },
    { what: 'a file of the same size from the same process', unit: 'files/s', ours: ofFile },
    {
      what: 'JavaScript that the chat page loads at first, gzip',
      unit: 'kB',
      ours: await scriptSize(ours.url, pages[0]?.html ?? ''),
      goal: { atMost: 130 },
    },
  ]
}

/** The path of the built file whose size is nearest to so many bytes. */
function fileOfSize(bytes: number): string {
  const files = readdirSync(assets).map((name) => ({
    name,
    distance: Math.abs(statSync(new URL(name, assets)).size - bytes),
  }))
  const [nearest] = files.sort((a, b) => a.distance - b.distance)
  return `/assets/${nearest?.name}`
}

async function readPage(url: string, token: string) {
  const started = performance.now()
  const response = await fetch(url, {
    headers: { cookie: `session-token=${token}`, 'accept-encoding': 'identity' },
  })
  if (!response.ok || !response.body) throw new Error(`${url}: ${response.status}`)
  let html = ''
  let firstMessage = Number.NaN
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    html += text
    if (Number.isNaN(firstMessage) && FIRST_MESSAGE.test(html)) {
      firstMessage = performance.now() - started
    }
  }
  return { html, firstMessage }
}

/** The size of the scripts that the HTML loads immediately, module preloads included: kilobytes with gzip. */
async function scriptSize(origin: string, html: string): Promise<number> {
  const paths = new Set(html.match(/\/assets\/[\w.$-]+\.js\b/g))
  const eager = [...paths].filter((path) => isLoadedAtFirst(html, path))
  const scripts = await Promise.all(
    eager.map(async (path) => new Uint8Array(await (await fetch(origin + path)).arrayBuffer())),
  )
  return scripts.reduce((sum, script) => sum + gzipSync(script).byteLength, 0) / 1000
}

function isLoadedAtFirst(html: string, path: string): boolean {
  const quoted = [`href="${path}"`, `src="${path}"`, `from "${path}"`, `import "${path}"`]
  return quoted.some((text) => html.includes(text))
}
