import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, registered, signedOut } from '#tests/support/caller.ts'
import { libraryCalls } from '#tests/support/library-calls.ts'

let app: TestApp
let owner: Caller
let stranger: Caller
let library: ReturnType<typeof libraryCalls>

beforeAll(async () => {
  app = await startApp()
  ;[owner, stranger] = await Promise.all([registered(app.url), registered(app.url)])
  library = libraryCalls(owner)
})
afterAll(() => app?.stop())

describe('GET /documents', () => {
  test('shows how each document begins, and nothing of what others have', async () => {
    await library.save({ title: 'Tides', content: '# Low\n\nThe **sea** goes.' })
    await library.save({ title: 'Sales', kind: 'sheet', content: 'Month,Sum\nMay,17' })
    const page = await library.page()
    expect(page).toContain('The sea goes.')
    expect(page).toMatch(/<td>Month<\/td><td>Sum<\/td>/)
    expect(page.indexOf('Sales')).toBeLessThan(page.indexOf('Tides'))
    const others = await libraryCalls(stranger).page()
    expect(others).toContain('No documents yet')
    expect(others).not.toContain('Tides')
  })

  test('searches the texts and filters by kind', async () => {
    await library.save({ title: 'Heron', content: 'It waits in the reeds.' })
    await library.save({ title: 'reeds.py', kind: 'code', content: 'print("reeds")' })
    const found = await library.page('?q=reeds')
    expect(found).toContain('Heron')
    expect(found).toContain('reeds.py')
    expect(found).not.toContain('Tides')
    const code = await library.page('?q=reeds&kind=code')
    expect(code).toContain('reeds.py')
    expect(code).not.toContain('Heron')
    expect(await library.page('?q=xylophone')).toContain('No documents match')
    // The list of chats beside it is not searched for the same words.
    expect(found).not.toContain('No chats match')
  })

  test('older documents are on pages of their own', async () => {
    const caller = await registered(app.url)
    const calls = libraryCalls(caller)
    for (let n = 1; n <= 26; n += 1) await calls.save({ title: `Paper ${n}.` })
    const page = await calls.page()
    expect(page).not.toContain('Paper 2.')
    const [, older = ''] = /href="([^"]*before=[^"]*)"/.exec(page) ?? []
    const next = await calls.page(older.replace('/documents', '').replaceAll('&amp;', '&'))
    expect(next).toContain('Paper 2.')
    expect(next).toContain('Paper 1.')
    expect(next).not.toContain('Paper 3.')
    expect(await calls.page(`?before=${randomUUID()}`)).toContain('Paper 26.')
  })

  test.each(['?kind=video', '?before=x', '?q=%00', '?deleted=1', '?uploaded=-3', '?chat=x'])(
    'a malformed query (%s) is passed over',
    async (query) => {
      expect(await library.page(query)).toContain('Documents')
    },
  )

  test('a visitor who is signed out is sent to sign in, and back', async () => {
    const response = await signedOut(app.url).client.get('/documents?q=rain')
    expect(response.status).toBe(303)
    expect(response.headers.get('Location')).toBe('/login?redirectTo=%2Fdocuments%3Fq%3Drain')
  })
})

describe('the forms of a document', () => {
  const redirectTo = '/documents?q=note&kind=text'

  test('a deleted document is brought back by Undo, with all its versions', async () => {
    const id = await library.save({ content: 'First.' })
    await owner.call('POST', `/api/document?id=${id}`, {
      title: 'Note',
      kind: 'text',
      content: 'Second.',
    })
    const deleted = await library.act(id, { intent: 'delete', redirectTo })
    expect(deleted).toMatchObject({ status: 303, path: '/documents' })
    expect(deleted.query.get('q')).toBe('note')
    const keptId = deleted.query.get('deleted') ?? ''
    expect(await library.content(id)).toBeUndefined()
    const page = await library.page(`?deleted=${keptId}`)
    expect(page).toContain('“Note” is deleted.')
    expect(page).toMatch(/<button[^>]*value="undelete"[^>]*>Undo</)
    expect(page).toContain('Recently deleted')

    const back = await library.act(keptId, { intent: 'undelete', redirectTo })
    expect(back.query.get('restored')).toBe(id)
    expect(await library.page(`?${back.query}`)).toContain('“Note” is back.')
    expect(await library.content(id)).toBe('Second.')
    const versions = await owner.call('GET', `/api/document?id=${id}`)
    expect(await versions.json()).toHaveLength(2)
  })

  test('from the page of the document itself, Delete goes to the library', async () => {
    const id = await library.save()
    const here = await library.act(id, { intent: 'delete', redirectTo: `/documents/${id}` })
    expect(here.path).toBe('/documents')
    const back = await library.act(here.query.get('deleted') ?? '', { intent: 'undelete' })
    expect(back.path).toBe(`/documents/${id}`)
  })

  test('a document whose id is used again comes back under another one', async () => {
    const id = await library.save({ title: 'Old' })
    const { query } = await library.act(id, { intent: 'delete' })
    await owner.call('POST', `/api/document?id=${id}`, {
      title: 'New',
      kind: 'text',
      content: '',
    })
    const keptId = query.get('deleted') ?? ''
    const back = await library.act(keptId, { intent: 'undelete', redirectTo: '/documents' })
    expect([...back.query.keys()]).toEqual(['restored', 'moved'])
    expect(await library.page(`?${back.query}`)).toContain('at another address')
    expect(await library.content(keptId)).toBe('One.')
  })

  test('a document that is deleted for good is not listed and does not come back', async () => {
    const id = await library.save({ title: 'Gone for good' })
    const { query } = await library.act(id, { intent: 'delete' })
    const keptId = query.get('deleted') ?? ''
    expect((await library.act(keptId, { intent: 'delete-forever' })).status).toBe(303)
    expect(await library.page()).not.toContain('Gone for good')
    expect((await library.act(keptId, { intent: 'undelete' })).status).toBe(404)
  })

  test('a copy and another title', async () => {
    const id = await library.save({ title: 'Poem', content: 'Roses.' })
    const copied = await library.act(id, { intent: 'duplicate' })
    const copyId = copied.path.split('/').at(-1) ?? ''
    expect(await library.content(copyId)).toBe('Roses.')
    const renamed = await library.act(copyId, { intent: 'rename', title: ' Ode ', redirectTo })
    expect(`${renamed.path}?${renamed.query}`).toBe(redirectTo)
    expect((await library.titles()).slice(0, 2)).toEqual(['Ode', 'Poem'])
    expect((await library.act(copyId, { intent: 'rename', title: ' ' })).status).toBe(400)
  })

  test('a script that stays on its page is told the ids', async () => {
    const id = await library.save()
    const send = async (path: string, intent: string) => {
      const body = new URLSearchParams({ intent, stay: '1' })
      const response = await owner.client.raw(`${path}.data`, { method: 'POST', body })
      return [response.status, await response.text()] as const
    }
    const [status, text] = await send(`/documents/${id}`, 'delete')
    expect(status).toBe(200)
    const [, keptId = ''] = /"keptId","([^"]+)"/.exec(text) ?? []
    expect((await send(`/documents/${keptId}`, 'undelete'))[1]).toContain(id)
  })

  test.each(['duplicate', 'delete', 'undelete', 'rename', 'delete-forever'])(
    "%s does nothing to another user's document",
    async (intent) => {
      const id = await library.save({ title: 'Mine' })
      const kept = await library.act(await library.save({ title: 'Kept' }), { intent: 'delete' })
      const keptId = kept.query.get('deleted') ?? ''
      for (const target of [id, keptId]) {
        await libraryCalls(stranger).act(target, { intent, title: 'Theirs' })
      }
      expect(await libraryCalls(stranger).titles()).toEqual([])
      expect(await library.content(id)).toBe('One.')
      expect((await library.act(keptId, { intent: 'undelete' })).status).toBe(303)
    },
  )
})
