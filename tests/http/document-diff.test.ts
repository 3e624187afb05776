import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import type { TestClient } from '#tests/support/client.ts'
import { makePng } from '#tests/support/test-images.ts'

let app: TestApp
let owner: TestClient
let userId: string
beforeAll(async () => {
  app = await startApp()
  owner = app.client()
  userId = (await owner.register()).id
})
afterAll(() => app?.stop())

type Kind = 'text' | 'code' | 'sheet' | 'image'

/** Saves versions of a new document; returns its id and their times. */
async function store(kind: Kind, ...contents: string[]) {
  const id = randomUUID()
  const times: string[] = []
  for (const content of contents) {
    const saved = await owner.post(`/api/document?id=${id}`, { title: 'Rain', content, kind })
    expect(saved.status).toBe(200)
    times.push(((await saved.json()) as { createdAt: string }).createdAt)
  }
  return { id, times }
}

/** The page's text without what only screen readers are told, and its HTML, without React's comments. */
async function readDiff(id: string, query = '') {
  const page = await owner.get(`/documents/${id}/diff${query}`)
  const html = (await page.text()).replaceAll(/<!--.*?-->/g, '')
  const body = html.slice(html.indexOf('diff-page'), html.indexOf('</main>'))
  const marks = (name: string) =>
    [...body.matchAll(new RegExp(`<${name}[^>]*>(.*?)</${name}>`, 'gs'))].map(([, inner = '']) =>
      inner.replaceAll(/<span class="sr-only">.*?<\/span>/g, '').replaceAll(/<[^>]*>/g, ''),
    )
  return { status: page.status, html: body, removed: marks('del'), added: marks('ins') }
}

describe('the comparison of two versions', () => {
  test('of a text marks the words that changed, with headings as headings', async () => {
    const { id } = await store(
      'text',
      '# Rain\n\nThe rain falls on the town.\n\nIt is wet.\n',
      '# Rain\n\nThe snow falls on the town.\n\nIt is wet.\nAnd cold.\n',
    )
    const diff = await readDiff(id)
    expect(diff.status).toBe(200)
    expect(diff.removed).toEqual(['rain'])
    expect(diff.added).toEqual(['snow', 'And cold.'])
    expect(diff.html).toContain('2 changes: 3 words added, 1 removed')
    expect(diff.html).toContain('data-heading="1"')
    expect(diff.html).toMatch(/<span class="sr-only"> ?removed: ?<\/span>/)
    expect(diff.html).toContain('href="#change-2"')
  })

  test('of code shows the lines before and after, with their numbers', async () => {
    const { id } = await store(
      'code',
      'const a = 1\nconst b = 2\n<script>\n',
      'const a = 1\nconst b = 3\n<script>\n',
    )
    const diff = await readDiff(id)
    expect(diff.removed.join('')).toContain('const b = 2')
    expect(diff.added.join('')).toContain('const b = 3')
    expect(diff.html).toContain('data-number="2"')
    expect(diff.html).toContain('1 line added, 1 removed')
    expect(diff.html).not.toContain('<script>')
  })

  test('of a sheet marks cells, rows and columns', async () => {
    const { id } = await store(
      'sheet',
      'name,age\nAnn,30\nBob,41\nCid,52\n',
      'name,city,age\nAnn,Ulm,30\nBob,Bonn,42\nDan,Kiel,63\n',
    )
    const diff = await readDiff(id)
    expect(diff.html).toContain('1 cell changed, 1 row added, 1 row removed, 1 column added')
    expect(diff.removed).toEqual(['41'])
    expect(diff.added).toEqual(['42'])
    expect(diff.html).toMatch(/<th scope="col" data-sign="\+">/)
    expect(diff.html).toMatch(/<tr data-sign="−"/)
  })

  test('of a sheet that is only written differently shows the lines', async () => {
    const { id } = await store('sheet', 'name,age\nAnn,30\n', 'name,age\n"Ann",30\n')
    expect((await readDiff(id)).html).toContain('data-number="2"')
  })

  test('of images shows both with their sizes', async () => {
    const [small, large] = await Promise.all([makePng(20, 10), makePng(40, 30)])
    const { id, times } = await store('image', small.toString('base64'), large.toString('base64'))
    const diff = await readDiff(id)
    expect(diff.html).toContain('20 × 10 pixels')
    expect(diff.html).toContain('40 × 30 pixels')
    for (const time of times) expect(diff.html).toContain(encodeURIComponent(time))
  })

  test('of versions of two kinds: an image has nothing to compare, text and code have lines', async () => {
    const { id } = await store('text', 'One.\n')
    await owner.post(`/api/document?id=${id}`, { title: 'Snow', content: 'Two.\n', kind: 'code' })
    const lines = await readDiff(id)
    expect(lines.html).toContain('1 line added, 1 removed')
    expect(lines.removed).toContain('Rain')
    expect(lines.added).toContain('Snow')
    const image = (await makePng()).toString('base64')
    await owner.post(`/api/document?id=${id}`, { title: 'Snow', content: image, kind: 'image' })
    expect((await readDiff(id)).html).toContain('These versions are of different kinds.')
  })

  test('of versions that are the same, and of a first version, says so', async () => {
    const { id, times } = await store('text', 'One.', 'One.')
    expect((await readDiff(id)).html).toContain('The content of these versions is the same.')
    expect((await readDiff(id, `?to=${times[0]}`)).html).toContain('This is the first version.')
    expect((await readDiff(id, `?from=${times[1]}&to=${times[1]}`)).html).toContain('is the same.')
  })

  test('compares any two versions, also the later with the earlier, and offers the others', async () => {
    const { id, times } = await store('text', 'one', 'two', 'three')
    const forward = await readDiff(id, `?from=${times[0]}&to=${times[2]}`)
    expect(forward).toMatchObject({ removed: ['one'], added: ['three'] })
    const back = await readDiff(id, `?from=${times[2]}&to=${times[0]}`)
    expect(back).toMatchObject({ removed: ['three'], added: ['one'] })
    expect(forward.html.match(/<option/g)).toHaveLength(6)
    expect(forward.html).toMatch(new RegExp(`value="${times[0]}" selected=""`))
  })
})

describe('the address of a comparison', () => {
  test('is for the owner alone', async () => {
    const { id } = await store('text', 'one', 'two')
    const stranger = app.client()
    await stranger.register()
    expect((await stranger.get(`/documents/${id}/diff`)).status).toBe(401)
    const signedOut = await app.client().get(`/documents/${id}/diff`)
    expect(signedOut.status).toBe(303)
    expect(signedOut.headers.get('location')).toContain('/login')
  })

  test('with an unknown document, a time that is none, or a version that is none, is 404', async () => {
    const { id, times } = await store('text', 'one', 'two')
    expect((await readDiff(randomUUID())).status).toBe(404)
    expect((await readDiff('x')).status).toBe(404)
    expect((await readDiff(id, '?to=yesterday')).status).toBe(404)
    expect((await readDiff(id, '?to=2020-01-01T00:00:00Z')).status).toBe(404)
    expect((await readDiff(id, `?from=2020-01-01T00:00:00Z&to=${times[1]}`)).status).toBe(404)
    expect((await readDiff(id, '?from=&to=')).status).toBe(200)
  })
})

describe('large documents', () => {
  test('of 3 MB and more are not compared, but offered for download', async () => {
    const { id, times } = await store('text', 'a'.repeat(3_100_000), 'b'.repeat(3_100_000))
    const { html } = await readDiff(id)
    expect(html).toContain('too large to be compared')
    for (const time of times) expect(html).toContain(encodeURIComponent(time))
  })

  test('of more lines than anybody reads are not compared', async () => {
    const { id } = await store('text', 'a\n'.repeat(60_000), 'b\n'.repeat(60_000))
    expect((await readDiff(id)).html).toContain('too large to be compared')
  })

  test('whose lines all changed are cut to what a page shows', async () => {
    const lines = (word: string) =>
      Array.from({ length: 20_000 }, (_, n) => `Line ${n} is ${word}.\n`).join('')
    const { id } = await store('text', lines('old'), lines('new'))
    const page = await readDiff(id)
    expect(page.html).toContain('20,000 words added, 20,000 removed')
    expect(page.html).toContain('There are more changes than this page shows.')
    expect(page.html.length).toBeLessThan(1_500_000)
  })

  test('of one long line show the changed words and leave out what stands between', async () => {
    const words = Array.from({ length: 60_000 }, (_, n) => `word${n}`)
    const changed = words.with(30_000, 'different')
    const { id } = await store('text', words.join(' '), changed.join(' '))
    const page = await readDiff(id)
    expect(page).toMatchObject({ removed: ['word30000'], added: ['different'] })
    expect(page.html.length).toBeLessThan(20_000)
  })

  test('of 10,000 rows show the cells that changed', async () => {
    const rows = Array.from({ length: 10_000 }, (_, n) => [n, ...'abcdefghijk'].join(','))
    const sheet = (cells: string[]) => ['id,1,2,3,4,5,6,7,8,9,10,11', ...cells].join('\n')
    const { id } = await store(
      'sheet',
      sheet(rows),
      sheet(rows.with(5_000, '5000,a,b,c,changed,e,f,g,h,i,j,k')),
    )
    const page = await readDiff(id)
    expect(page).toMatchObject({ removed: ['d'], added: ['changed'] })
    expect(page.html).toContain('1 cell changed')
  })

  test('with 200 versions are compared like others, and offer all of them', async () => {
    const id = randomUUID()
    await app.database.sql(
      `insert into document (id, user_id, created_at, title, content, kind)
       select $1, $2, timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second',
         'Rain', 'Version ' || n || '.', 'text'
       from generate_series(1, 250) as n`,
      [id, userId],
    )
    const newest = await readDiff(id)
    expect(newest).toMatchObject({ removed: ['249'], added: ['250'] })
    expect(newest.html.match(/<option/g)).toHaveLength(400)
    const old = await readDiff(id, '?to=2026-01-01T00:00:02.000Z')
    expect(old).toMatchObject({ removed: ['1'], added: ['2'] })
    expect(old.html.match(/<option/g)).toHaveLength(404)
  })
})

describe('restoring and reverting', () => {
  const act = (id: string, fields: Record<string, string>, client = owner) =>
    client.post(`/documents/${id}`, undefined, {
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })

  async function contents(id: string) {
    const versions = await (await owner.get(`/api/document?id=${id}`)).json()
    return (versions as { content: string }[]).map(({ content }) => content)
  }

  test('restoring makes an earlier content the newest version and keeps all others', async () => {
    const { id, times } = await store('text', 'one', 'two')
    expect((await act(id, { intent: 'restore', version: times[0] ?? '' })).status).toBe(303)
    expect(await contents(id)).toEqual(['one', 'two', 'one'])
    expect(await (await owner.get(`/documents/${id}`)).text()).toContain('You restored it')
  })

  test('reverting deletes as many later versions as the page said, or none', async () => {
    const { id, times } = await store('text', 'one', 'two', 'three')
    const page = await (await owner.get(`/documents/${id}?version=${times[0]}`)).text()
    expect(page.replaceAll(/<!--.*?-->/g, '')).toContain('Delete 2 later versions')
    const revert = { intent: 'revert', version: times[0] ?? '' }
    expect((await act(id, { ...revert, later: '1' })).status).toBe(409)
    expect((await act(id, { ...revert, later: 'x' })).status).toBe(400)
    const stranger = app.client()
    await stranger.register()
    expect((await act(id, { ...revert, later: '2' }, stranger)).status).toBe(401)
    expect((await act(id, { ...revert, version: '2020-01-01T00:00:00Z', later: '3' })).status).toBe(
      404,
    )
    expect(await contents(id)).toEqual(['one', 'two', 'three'])
    expect((await act(id, { ...revert, later: '2' })).status).toBe(303)
    expect(await contents(id)).toEqual(['one'])
  })

  test('the newest version offers neither', async () => {
    const { id } = await store('text', 'one', 'two')
    const page = await (await owner.get(`/documents/${id}`)).text()
    expect(page).not.toContain('Delete later versions')
    expect(page).toContain('Version 2 of 2')
  })
})
