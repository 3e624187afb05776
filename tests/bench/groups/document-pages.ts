import { randomUUID } from 'node:crypto'
import type { Bench } from '../bench.ts'
import type { Row } from '../results-table.ts'
import { PAGE_OF_TEXT } from '../seed.ts'
import { median } from '../statistics.ts'

/** Lines of a text of 60 kB. */
const LINES = 600

/** The page of a document with many versions, the comparison of two large ones, and a save that is merged. */
export async function documentPages(bench: Bench): Promise<Row[]> {
  const { ours, seed, quick } = bench
  const { token } = seed.owner
  const times = quick ? 5 : 30
  const call = (path: string, body?: object) => callService(ours.url, token, path, body)
  const page = `/documents/${seed.documentIds[200]}`

  const opened = await measure(times, () => call(page))
  const versions = await makeVersions(call, times + 1)
  const id = versions[0]?.id
  const pairs = versions.slice(1).map(({ createdAt }, index) => {
    const from = versions[index]?.createdAt ?? ''
    return `/documents/${id}/diff?${new URLSearchParams({ from, to: createdAt })}`
  })
  const compared = await measure(pairs.length, (index) => call(pairs[index] ?? ''))
  const comparedAgain = await measure(pairs.length, (index) => call(pairs[index] ?? ''))
  const merged = await measureMerges(call, times)
  return [
    {
      what: 'page of a document with 200 versions of 2 kB',
      unit: 'ms',
      ours: median(opened.map(({ ms }) => ms)),
      goal: { atMost: 50 },
    },
    {
      what: 'page of a document with 200 versions of 2 kB, HTML',
      unit: 'kB',
      ours: median(opened.map(({ text }) => Buffer.byteLength(text) / 1000)),
      goal: { atMost: 150 },
    },
    {
      what: 'comparison of two versions of 60 kB, a tenth of the lines changed',
      unit: 'ms',
      ours: median(compared.map(({ ms }) => ms)),
      goal: { atMost: 200 },
    },
    {
      what: 'the same comparison once more',
      unit: 'ms',
      ours: median(comparedAgain.map(({ ms }) => ms)),
      goal: { atMost: 100 },
    },
    {
      what: 'POST document of 60 kB, merged with a newer version',
      unit: 'ms',
      ours: median(merged.map(({ ms }) => ms)),
      goal: { atMost: 50 },
    },
  ]
}

type Call = (path: string, body?: object) => Promise<string>
type Version = { id: string; createdAt: string }

async function callService(origin: string, token: string, path: string, body?: object) {
  const response = await fetch(origin + path, {
    headers: { cookie: `session-token=${token}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text.slice(0, 200)}`)
  return text
}

/** Sixty kilobytes, in which every tenth line names its edition. */
function textOf(edition: number): string {
  return Array.from({ length: LINES }, (_, line) => {
    const words = PAGE_OF_TEXT.slice(line % 40, (line % 40) + 90)
    return line % 10 === 0 ? `${line}: edition ${edition} of ${words}` : `${line}: ${words}`
  }).join('\n')
}

async function save(call: Call, id: string, fields: object): Promise<Version> {
  const body = { title: 'An essay', kind: 'text', ...fields }
  return JSON.parse(await call(`/api/document?id=${id}`, body)) as Version
}

async function makeVersions(call: Call, count: number): Promise<Version[]> {
  const id = randomUUID()
  const versions: Version[] = []
  for (let edition = 0; edition < count; edition += 1) {
    versions.push(await save(call, id, { content: textOf(edition) }))
  }
  return versions
}

/** Saves an edit of the last line, after another one of the first line was saved. */
async function measureMerges(call: Call, times: number) {
  const id = randomUUID()
  const base = textOf(0)
  const taken: { ms: number; text: string }[] = []
  for (let time = 0; time < times; time += 1) {
    const { createdAt: baseCreatedAt } = await save(call, id, { content: `${base}\n${time}` })
    const kept = { title: 'An essay', kind: 'text', baseCreatedAt }
    await save(call, id, { ...kept, content: `First ${time}.\n${base}\n${time}` })
    const content = `${base}\n${time}\nLast ${time}.`
    const [saved] = await measure(1, () => call(`/api/document?id=${id}`, { ...kept, content }))
    if (!saved?.text.includes(`First ${time}.`)) throw new Error('The edits were not merged.')
    taken.push(saved)
  }
  return taken
}

async function measure(times: number, run: (index: number) => Promise<string>) {
  const taken: { ms: number; text: string }[] = []
  for (let index = 0; index < times; index += 1) {
    const startedAt = performance.now()
    const text = await run(index)
    taken.push({ ms: performance.now() - startedAt, text })
  }
  return taken
}
