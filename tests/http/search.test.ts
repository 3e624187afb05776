import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#app/paths.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { type Caller, registered, signedOut } from '#tests/support/caller.ts'

type Result = {
  kind: string
  chatId: string | null
  messageId?: string
  documentId?: string
  title: string
  snippet: { text: string; match: boolean }[]
}

let app: TestApp
let ada: Caller
let grace: Caller

beforeAll(async () => {
  app = await startApp()
  ;[ada, grace] = await Promise.all([registered(app.url), registered(app.url)])
})
afterAll(() => app?.stop())

async function seedMessage(owner: Caller, title: string, says: string) {
  const [chatId, messageId] = [randomUUID(), randomUUID()]
  await app.database.sql('insert into chat (id, user_id, title) values ($1, $2, $3)', [
    chatId,
    owner.userId,
    title,
  ])
  await app.database.sql(
    `insert into message (id, chat_id, position, role, parts, status)
     values ($1, $2, 0, 'assistant', $3, 'complete')`,
    [messageId, chatId, JSON.stringify([{ type: 'text', text: says }])],
  )
  return { chatId, messageId }
}

async function search(caller: Caller, query: string): Promise<Result[]> {
  const response = await caller.call('GET', `/api/search?${query}`)
  expect(response.status).toBe(200)
  return ((await response.json()) as { results: Result[] }).results
}

const marked = ({ snippet }: Result) =>
  snippet.map(({ text, match }) => (match ? `[${text}]` : text)).join('')

test('finds a title, a message and a document, each with the place of the words', async () => {
  const titled = await seedMessage(ada, 'Lantern plans', 'Nothing of that here.')
  const said = await seedMessage(ada, 'Other plans', 'First <b>light</b> the lantern, then go.')
  const documentId = randomUUID()
  await ada.call('POST', `/api/document?id=${documentId}`, {
    title: 'Equipment',
    kind: 'text',
    content: '# List\n\nA lantern and rope.',
  })
  const found = await search(ada, 'q=lant')
  expect(found).toMatchObject([
    { kind: 'chat', chatId: titled.chatId, title: 'Lantern plans' },
    { kind: 'message', ...said, title: 'Other plans' },
    { kind: 'document', chatId: null, documentId, title: 'Equipment' },
  ])
  expect(found.map(marked)).toEqual([
    '[Lantern] plans',
    'First <b>light</b> the [lantern], then go.',
    'List A [lantern] and rope.',
  ])
  expect(await search(grace, 'q=lantern')).toEqual([])
  expect((await signedOut(app.url).call('GET', '/api/search?q=lantern')).status).toBe(401)
})

test('gives as many of each kind as were asked for, the newest first', async () => {
  const seeded = []
  for (const number of [1, 2, 3]) {
    seeded.push(await seedMessage(ada, `Numbered ${number}`, `numbered ${number}`))
  }
  const found = await search(ada, 'q=numbered&limit=2')
  const newest = [seeded[2]?.chatId, seeded[1]?.chatId]
  expect(found.map(({ kind, chatId }) => [kind, chatId])).toEqual([
    ['chat', newest[0]],
    ['chat', newest[1]],
    ['message', newest[0]],
    ['message', newest[1]],
  ])
  for (const bad of ['', 'q=', 'q=%00', `q=${'x'.repeat(201)}`, 'q=x&limit=21', 'q=x&limit=no']) {
    expect((await ada.call('GET', `/api/search?${bad}`)).status).toBe(400)
  }
})

test('the page shows the same without JavaScript, and leads to the message', async () => {
  const { chatId, messageId } = await seedMessage(ada, 'Tides', 'The <i>harbour</i> is silted up.')
  const page = await (await ada.client.get('/search?q=harbour')).text()
  expect(page).toContain(`href="${paths.chatMessage(chatId, messageId)}"`)
  expect(page).toContain('The &lt;i&gt;<mark>harbour</mark>&lt;/i&gt; is silted up.')
  expect(await (await ada.client.get('/search?q=nowhere')).text()).toContain('Nothing was found')
  expect((await ada.client.get('/search')).status).toBe(200)
  const away = await signedOut(app.url).client.get('/search?q=harbour')
  expect(away.headers.get('Location')).toBe('/login?redirectTo=%2Fsearch%3Fq%3Dharbour')
})
