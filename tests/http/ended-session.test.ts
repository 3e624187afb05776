import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { chatOnce, getChat, textOf } from '#tests/support/chat.ts'

/* A message is written and sent by a form of a page, and its session has ended meanwhile. */

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const PASSWORD = 'correct horse battery'
const TEXT = 'Say "hello" <b>again</b>\nand again'

async function registered() {
  const client = app.client()
  const email = `${randomUUID()}@example.com`
  await client.post('/api/users', { email, password: PASSWORD })
  return { client, email }
}

/** Sends a form, and sends it on where the browser would. */
async function sendForm(client = app.client(), path: string, fields: Record<string, string>) {
  const init = () => ({ method: 'POST', body: new URLSearchParams(fields) })
  const response = await client.raw(path, init())
  if (response.status !== 307) return { response, page: await response.text() }
  const next = await client.raw(response.headers.get('Location') ?? '', init())
  return { response: next, page: await next.text() }
}

/** The hidden fields of the form with an action. */
function hiddenFields(page: string, action: string) {
  const form = page.match(new RegExp(`<form[^>]*action="${action}".*?</form>`, 's'))?.[0] ?? ''
  const fields = form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)
  return Object.fromEntries([...fields].map(([, name, value]) => [name, decode(value ?? '')]))
}

function decode(html: string) {
  const names: Record<string, string> = { quot: '"', lt: '<', gt: '>', amp: '&', '#x27': "'" }
  return html.replace(/&(quot|lt|gt|amp|#x27);/g, (_, name) => names[name] ?? '')
}

test('the message is there after signing in, and is sent to the chat it was written in', async () => {
  const { client, email } = await registered()
  const { chatId } = await chatOnce(client, 'Hello')
  const away = app.client()
  const { response, page } = await sendForm(away, `/chat/${chatId}`, { text: TEXT, intent: 'send' })
  expect(response.status).toBe(401)
  expect(response.headers.get('Cache-Control')).toContain('no-store')
  expect(page).toContain('Your session has ended')
  const kept = hiddenFields(page, '/login')
  expect(kept).toEqual({ text: TEXT, redirectTo: `/chat/${chatId}` })

  const wrong = await sendForm(away, '/login', { ...kept, email, password: 'wrong horse battery' })
  expect(wrong.response.status).toBe(401)
  expect(hiddenFields(wrong.page, '/login')).toEqual(kept)

  const back = await sendForm(away, '/login', { ...kept, email, password: PASSWORD })
  expect(back.response.status).toBe(200)
  expect(decode(back.page)).toContain(`>${TEXT}</textarea>`)
  expect(back.page).toContain(`action="/chat/${chatId}"`)
  expect(back.page).not.toContain(PASSWORD)
  const sent = await sendForm(away, `/chat/${chatId}`, { text: TEXT, intent: 'send' })
  expect(sent.response.headers.get('Location')).toBe(`/chat/${chatId}`)
  const { messages } = await getChat(away, chatId)
  expect(messages.filter(({ role }) => role === 'user').map(textOf)).toEqual(['Hello', TEXT])
})

test('a first message can be sent by a guest', async () => {
  const away = app.client()
  const { page } = await sendForm(away, '/?index', { text: TEXT, intent: 'send' })
  const kept = hiddenFields(page, '/guest')
  expect(kept).toEqual({ text: TEXT, redirectTo: '/' })
  const back = await sendForm(away, '/guest', kept)
  expect(decode(back.page)).toContain(`>${TEXT}</textarea>`)
  expect(back.page).toContain('action="/?index"')
})

test('a form without a message leads to sign in and back', async () => {
  const chat = `/chat/${randomUUID()}`
  const { response } = await sendForm(app.client(), chat, { intent: 'retry' })
  expect(response.status).toBe(303)
  expect(response.headers.get('Location')).toBe(`/login?redirectTo=${encodeURIComponent(chat)}`)
  const get = await app.client().get('/resume')
  expect([get.status, get.headers.get('Location')]).toEqual([303, '/login'])
})
