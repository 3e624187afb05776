import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, registered, signedOut } from '#tests/support/caller.ts'

/* The plain form in which a document is edited, as a browser without JavaScript uses it. */

let app: TestApp
let owner: Caller
beforeAll(async () => {
  app = await startApp()
  owner = await registered(app.url)
})
afterAll(() => app?.stop())

type Version = { id: string; createdAt: string; title: string; content: string; kind: string }

const TEXT = 'One is.\n\nTwo is.\n\nThree is.\n'

async function save(id: string, fields: Record<string, unknown>) {
  const body = { title: 'Note', kind: 'text', ...fields }
  const response = await owner.call('POST', `/api/document?id=${id}`, body)
  expect(response.status).toBe(200)
  return (await response.json()) as Version
}

const begin = (content = TEXT, kind = 'text') => save(randomUUID(), { content, kind })

async function versions(id: string) {
  return (await (await owner.call('GET', `/api/document?id=${id}`)).json()) as Version[]
}

async function open(id: string, query = '') {
  const response = await owner.client.raw(`/documents/${id}/edit${query}`)
  return { status: response.status, html: await response.text() }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" }
const unescaped = (html: string) =>
  html.replace(/&(\w+|#x27);/g, (all, name: string) => ENTITIES[name] ?? all)

/** The fields of the form, as a browser would send them back. */
function fieldsOf(html: string): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const attribute = (name: string) => unescaped(input.match(`${name}="([^"]*)"`)?.[1] ?? '')
    const isChosen = !input.includes('type="radio"') || input.includes('checked')
    if (isChosen && attribute('name')) fields[attribute('name')] = attribute('value')
  }
  const area = html.match(/<textarea[^>]*name="content"[^>]*>\n?([^<]*)</)
  if (area) fields.content = unescaped(area[1] ?? '')
  return fields
}

/** Line ends are sent as CRLF, whatever they are in the page. */
async function submit(id: string, fields: Record<string, string>, caller = owner) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    form.append(name, value.replace(/\r\n?|\n/g, '\r\n'))
  }
  const response = await caller.client.raw(`/documents/${id}/edit`, {
    method: 'POST',
    body: form,
    redirect: 'manual',
    headers: { Origin: app.url },
  })
  const { status, headers } = response
  return { status, location: headers.get('location'), html: await response.text() }
}

describe('the plain form of a document', () => {
  test.each([
    ['LF', TEXT],
    ['CRLF', 'a\r\nb & "c" <d>\r\n'],
    ['mixed line ends', 'a\r\nb\nc\rd'],
    ['a blank first line', '\n\na\n'],
    ['a blank first line with CRLF', '\r\na\r\n'],
    ['a byte order mark', '\uFEFFa,b\r\n1,2\r\n'],
    ['nothing', ''],
    ['other scripts', 'Größe 今日 👩‍👩‍👧 \u2028 \u0301\n'],
  ])('gives back a text with %s as it was', async (_what, content) => {
    const { id } = await begin(content)
    const { status, html } = await open(id)
    expect(status).toBe(200)
    const sent = await submit(id, { ...fieldsOf(html), intent: 'edit' })
    expect([sent.status, sent.location]).toEqual([303, `/documents/${id}`])
    expect((await versions(id)).map((version) => version.content)).toEqual([content])
  })

  test('saves title and content as one version, and goes back to where one came from', async () => {
    const { id } = await begin('a\r\nb\r\n')
    const back = `/chat/${randomUUID()}/documents/${id}`
    const { html } = await open(id, `?${new URLSearchParams({ redirectTo: back })}`)
    const fields = { ...fieldsOf(html), title: 'Two', content: 'a\nnew\nb\n', intent: 'edit' }
    expect((await submit(id, fields)).location).toBe(back)
    expect((await versions(id))[1]).toMatchObject({ title: 'Two', content: 'a\r\nnew\r\nb\r\n' })
  })

  test('is merged with what was saved elsewhere in other places', async () => {
    const { id, createdAt } = await begin()
    const fields = fieldsOf((await open(id)).html)
    await save(id, { content: TEXT.replace('One', 'First'), baseCreatedAt: createdAt })
    const content = TEXT.replace('Three', 'Third')
    expect((await submit(id, { ...fields, content, intent: 'edit' })).status).toBe(303)
    expect((await versions(id)).at(-1)?.content).toBe('First is.\n\nTwo is.\n\nThird is.\n')
  })

  test('shows both texts where the same was changed, and saves what is chosen', async () => {
    const { id, createdAt } = await begin()
    const fields = fieldsOf((await open(id)).html)
    const theirs = TEXT.replace('One', 'Their one').replace('Three', 'Their three')
    await save(id, { content: theirs, title: 'Theirs', baseCreatedAt: createdAt })
    const content = TEXT.replace('One', 'My one').replace('Two', 'My two').replace('Three', 'My 3')
    const conflict = await submit(id, { ...fields, content, title: 'Mine', intent: 'edit' })
    expect(conflict.status).toBe(409)
    expect(await versions(id)).toHaveLength(2)
    const offered = fieldsOf(conflict.html)
    expect(offered).toMatchObject({ 'place-0': 'mine', 'place-1': 'mine', titleChoice: 'mine' })
    const chosen = { 'place-0': 'theirs', 'place-1': 'both', titleChoice: 'theirs' }
    const saved = await submit(id, { ...offered, ...chosen, intent: 'resolve' })
    expect(saved.status).toBe(303)
    expect((await versions(id)).at(-1)).toMatchObject({
      title: 'Theirs',
      content: 'Their one is.\n\nMy two is.\n\nMy 3 is.\nTheir three is.\n',
    })
  })

  test('asks again when something else was saved during the choice', async () => {
    const { id, createdAt } = await begin()
    const fields = fieldsOf((await open(id)).html)
    const second = await save(id, { content: 'Theirs.', baseCreatedAt: createdAt })
    const conflict = await submit(id, { ...fields, content: 'Mine.', intent: 'edit' })
    await save(id, { content: 'Theirs, later.', baseCreatedAt: second.createdAt })
    const again = await submit(id, { ...fieldsOf(conflict.html), intent: 'resolve' })
    expect(again.status).toBe(409)
    const offered = { ...fieldsOf(again.html), 'place-0': 'both', intent: 'resolve' }
    expect((await submit(id, offered)).status).toBe(303)
    expect((await versions(id)).at(-1)?.content).toBe('Mine.\nTheirs, later.')
  })

  test('asks line by line where the version that was edited is gone', async () => {
    const first = await begin()
    const { id } = first
    const edited = await save(id, { content: `${TEXT}Four.\n`, baseCreatedAt: first.createdAt })
    const fields = fieldsOf((await open(id)).html)
    await save(id, {
      ...{ content: `Zero.\n${TEXT}Four.\n`, baseCreatedAt: edited.createdAt },
      replaceBase: true,
    })
    const conflict = await submit(id, { ...fields, content: `${TEXT}4.\n`, intent: 'edit' })
    expect(conflict.status).toBe(409)
    const offered = fieldsOf(conflict.html)
    const chosen = { 'place-0': 'theirs', 'place-1': 'mine', intent: 'resolve' }
    expect((await submit(id, { ...offered, ...chosen })).status).toBe(303)
    expect((await versions(id)).at(-1)?.content).toBe(`Zero.\n${TEXT}4.\n`)
  })

  test('asks for all of the text at once where thousands of places conflict', async () => {
    const lines = (word: string) =>
      Array.from({ length: 4_000 }, (_, line) => `${line % 2 ? word : 'Same'} ${line}.\n`).join('')
    const { id, createdAt } = await begin(lines('One'))
    const fields = fieldsOf((await open(id)).html)
    await save(id, { content: lines('Theirs'), baseCreatedAt: createdAt })
    const conflict = await submit(id, { ...fields, content: lines('Mine'), intent: 'edit' })
    expect(conflict.status).toBe(409)
    const offered = fieldsOf(conflict.html)
    expect(Object.keys(offered).filter((name) => name.startsWith('place-'))).toEqual(['place-0'])
    expect((await submit(id, { ...offered, intent: 'resolve' })).status).toBe(303)
    expect((await versions(id)).at(-1)?.content).toBe(lines('Mine'))
  })

  test('shows again what was typed when it is refused', async () => {
    const { id } = await begin()
    const begun = fieldsOf((await open(id)).html)
    const fields = { ...begun, title: 'Note', content: 'Typed.', intent: 'edit' }
    for (const refused of [
      { ...fields, title: ' ' },
      { ...fields, title: 'x'.repeat(501) },
      { ...fields, intent: 'other' },
    ]) {
      const { status, html } = await submit(id, refused)
      expect(status).toBe(400)
      expect(html).toContain('Nothing was saved.')
      expect(fieldsOf(html)).toMatchObject({ content: 'Typed.', title: refused.title })
    }
    const signedOutNow = await submit(id, fields, signedOut(app.url))
    expect(signedOutNow.status).toBe(401)
    expect(signedOutNow.html).toContain('Sign in in another tab')
    expect(fieldsOf(signedOutNow.html)).toMatchObject({ content: 'Typed.' })
    expect(await versions(id)).toHaveLength(1)
  })

  test('says that a very long document is not edited in it, and renames it all the same', async () => {
    const { id } = await begin('x'.repeat(400_001))
    const { html } = await open(id)
    expect(html).toContain('too long')
    expect(html).not.toContain('<textarea name="content"')
    expect(html).toContain('value="rename"')
  })

  test('is there for the owner only', async () => {
    const { id, createdAt } = await begin()
    const stranger = await registered(app.url)
    expect((await stranger.client.raw(`/documents/${id}/edit`)).status).toBe(401)
    const fields = { title: 'x', content: 'x', baseCreatedAt: createdAt, intent: 'edit' }
    expect((await submit(id, fields, stranger)).status).toBe(401)
    expect((await submit(randomUUID(), fields)).status).toBe(404)
    const visitor = await signedOut(app.url).client.raw(`/documents/${id}/edit`, {
      redirect: 'manual',
    })
    expect(visitor.headers.get('location')).toMatch(/^\/login/)
    expect((await versions(id)).map(({ content }) => content)).toEqual([TEXT])
  })
})
