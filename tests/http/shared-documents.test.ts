import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, registered, signedOut } from '#tests/support/caller.ts'
import { readText } from '#tests/support/library-calls.ts'
import { seedChat } from '#tests/support/seed.ts'
import { makePng } from '#tests/support/test-images.ts'

let app: TestApp
let owner: Caller
let stranger: Caller
let nobody: Caller

beforeAll(async () => {
  app = await startApp()
  ;[owner, stranger] = await Promise.all([registered(app.url), registered(app.url)])
  nobody = signedOut(app.url)
})
afterAll(() => app?.stop())

/** A document of a chat, with an earlier version. */
async function writtenInChat(kind = 'text', content = 'Newest words.') {
  const { chatId } = await seedChat(app.database, owner.userId)
  const id = randomUUID()
  const save = (content: string) =>
    owner.call('POST', `/api/document?id=${id}`, { title: 'Tide', kind, content })
  await save('Earlier words.')
  await app.database.sql('update document set chat_id = $1 where id = $2', [chatId, id])
  await save(content)
  const share = (visibility: string) =>
    owner.call('PATCH', `/api/chat?id=${chatId}`, { visibility, sharedDocuments: 'all' })
  const versions = await owner.call('GET', `/api/document?id=${id}`)
  const [first] = (await versions.json()) as { createdAt: string }[]
  return { id, chatId, share, firstVersion: first?.createdAt ?? '' }
}

test('a card says that its document is not there, and a reply that it is empty', async () => {
  const { chatId, replyId } = await seedChat(app.database, owner.userId)
  const part = {
    type: 'tool-createDocument',
    toolCallId: 'call',
    state: 'output-available',
    input: {},
    output: { id: randomUUID(), title: 'Ebb', kind: 'text' },
  }
  const show = async (parts: unknown[]) => {
    await app.database.sql('update message set parts = $1 where id = $2', [
      JSON.stringify(parts),
      replyId,
    ])
    return readText(await owner.client.get(`/chat/${chatId}`))
  }
  const page = await show([part])
  expect(page).toContain('deleted, or not included')
  expect(page).not.toContain(`/documents/${part.output.id}"`)
  expect(await show([{ type: 'text', text: '' }])).toContain('The reply is empty')
})

test('a document of a public chat is read by anybody, beside the chat and by itself', async () => {
  const { id, chatId, share } = await writtenInChat()
  await share('public')
  for (const caller of [stranger, nobody]) {
    for (const path of [`/documents/${id}`, `/chat/${chatId}/documents/${id}`]) {
      const response = await caller.client.get(path)
      expect(response.status).toBe(200)
      const page = await readText(response)
      expect(page).toContain('Newest words.')
      expect(page).toContain('Shared document, to be read only.')
      expect(page).toMatch(/href="\/documents\/[^"]*\/file\?[^"]*"[^>]*>Download</)
      for (const more of ['Earlier words.', 'Restore', 'Suggest', '2 versions', '>Save<']) {
        expect(page).not.toContain(more)
      }
    }
  }
  expect(await readText(await owner.client.get(`/documents/${id}`))).not.toContain(
    'to be read only',
  )
})

test('its file is the newest version, and other versions are not given to readers', async () => {
  const png = await makePng()
  const { id, share, firstVersion } = await writtenInChat('image', png.toString('base64'))
  await share('public')
  const version = encodeURIComponent(firstVersion)
  const file = await nobody.client.get(`/documents/${id}/file?version=${version}`)
  expect(file.headers.get('Content-Type')).toBe('image/png')
  expect(Buffer.from(await file.arrayBuffer())).toEqual(png)
  const own = await owner.client.get(`/documents/${id}/file?version=${version}`)
  expect(await own.text()).toBe('Earlier words.')
  const page = await readText(await nobody.client.get(`/documents/${id}?version=${version}`))
  expect(page).not.toContain(firstVersion)
  for (const path of ['diff', 'version', 'state', 'suggestions']) {
    for (const caller of [nobody, stranger]) {
      const response = await caller.client.get(`/documents/${id}/${path}`)
      expect([303, 401, 404]).toContain(response.status)
    }
  }
})

test('readers change nothing', async () => {
  const { id, share } = await writtenInChat()
  await share('public')
  for (const caller of [stranger, nobody]) {
    for (const intent of ['rename', 'delete', 'duplicate', 'suggest', 'restore']) {
      const body = new URLSearchParams({ intent, title: 'Mine', version: new Date().toISOString() })
      const response = await caller.client.raw(`/documents/${id}`, { method: 'POST', body })
      expect(response.status).toBe(401)
    }
  }
  const listed = await owner.call('GET', '/api/documents?limit=1')
  expect(await listed.json()).toMatchObject({ documents: [{ id, title: 'Tide', versions: 2 }] })
})

test('a private document is 404 for others, also after it was public', async () => {
  const { id, chatId, share } = await writtenInChat()
  const paths = [`/documents/${id}`, `/documents/${id}/file`, `/chat/${chatId}/documents/${id}`]
  for (const visibility of [null, 'public', 'private']) {
    if (visibility) await share(visibility)
    const expected = visibility === 'public' ? 200 : 404
    for (const path of paths) expect((await stranger.client.get(path)).status).toBe(expected)
    const signedOutStatuses = await Promise.all(
      paths.map(async (path) => (await nobody.client.get(path)).status),
    )
    // A page asks who is signed out to sign in, as it does for a chat.
    expect(signedOutStatuses).toEqual(visibility === 'public' ? [200, 200, 200] : [303, 404, 303])
  }
  expect(await readText(await stranger.client.get(paths[0] ?? ''))).not.toContain('Tide')
})

test('a deleted document is not shared any more, and its owner finds no version that is not there', async () => {
  const { id, chatId, share } = await writtenInChat()
  await share('public')
  const missing = `/documents/${id}/file?version=2020-01-01T00:00:00.000Z`
  expect((await owner.client.get(missing)).status).toBe(404)
  await owner.call('DELETE', `/api/document?id=${id}`)
  expect((await nobody.client.get(`/documents/${id}/file`)).status).toBe(404)
  const pane = await nobody.client.get(`/chat/${chatId}/documents/${id}`)
  expect(pane.status).toBe(404)
  expect(await readText(pane)).toContain('There is no document here')
})

test('a public chat shares the documents that were chosen, and no others', async () => {
  const { id, chatId } = await writtenInChat()
  const other = await writtenInChat()
  await app.database.sql('update document set chat_id = $1 where id = $2', [chatId, other.id])
  async function share(fields: Record<string, string>) {
    const body = new URLSearchParams({ intent: 'share', visibility: 'public', ...fields })
    const response = await owner.client.raw(`/chat/${chatId}`, { method: 'POST', body })
    expect(response.status).toBe(303)
    const paths = [id, other.id].map((id) => `/documents/${id}`)
    return Promise.all(paths.map(async (path) => (await stranger.client.get(path)).status))
  }
  expect(await share({})).toEqual([404, 404])
  expect(await share({ documents: 'chosen', [`document ${id}`]: 'on' })).toEqual([200, 404])
  const options = await (await owner.client.get(`/chat/${chatId}/options`)).text()
  expect(options).toContain(`name="document ${id}" checked=""`)
  expect(options).not.toContain(`name="document ${other.id}" checked=""`)
  expect(await share({ documents: 'all' })).toEqual([200, 200])
  expect(await share({ documents: 'none', [`document ${id}`]: 'on' })).toEqual([404, 404])
  // Of somebody else, or of no one.
  const foreign = { documents: 'chosen', [`document ${randomUUID()}`]: 'on', 'document x': 'on' }
  expect(await share(foreign)).toEqual([404, 404])
  await share({ documents: 'all' })
  expect(await share({ visibility: 'private' })).toEqual([404, 404])
  expect(await share({})).toEqual([404, 404])
})

test('a shared chat says of itself what others may show, and leads on', async () => {
  const { chatId } = await writtenInChat()
  const path = `/chat/${chatId}`
  await owner.call('PATCH', `/api/chat?id=${chatId}`, {
    visibility: 'public',
    title: '"Tides" <b>',
  })
  const page = await (await nobody.client.get(path)).text()
  expect(page).toContain('<meta property="og:title" content="&quot;Tides&quot; &lt;b&gt;"/>')
  expect(page).toContain(`<meta property="og:url" content="${app.url}${path}"/>`)
  expect(page).toContain('<meta name="robots" content="noindex"/>')
  expect(page).toContain('Start your own chat')
  await owner.call('PATCH', `/api/chat?id=${chatId}`, { visibility: 'private' })
  expect(await (await owner.client.get(path)).text()).not.toContain('og:')
})
