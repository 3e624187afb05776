import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postChat } from '#tests/support/chat.ts'
import { HARD_MARKDOWN } from '#tests/support/hard-markdown.ts'
import { type ChatApp, startChatApp } from './chat/start-chat-app.ts'

let chat: ChatApp

beforeAll(async () => {
  chat = await startChatApp()
})

afterAll(() => chat?.stop())

/** Asks whether the process serves, again and again, until some work is done; gives the longest answer in ms. */
async function longestWaitDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false
  let longest = 0
  const watched = work.finally(() => {
    isDone = true
  })
  while (!isDone) {
    const startedAt = performance.now()
    await fetch(`${chat.app.url}/healthz`)
    longest = Math.max(longest, performance.now() - startedAt)
  }
  await watched
  return longest
}

test('a public chat of hard texts keeps nobody else waiting', { timeout: 120_000 }, async () => {
  const chatId = randomUUID()
  const hard = ['runs of stars', 'runs of underscores', 'quotes that shrink', 'fences', 'a table']
  const history = [...hard, ...hard].flatMap((name) => [
    { id: randomUUID(), role: 'user', content: 'And then?' },
    {
      id: randomUUID(),
      role: 'assistant',
      content: (HARD_MARKDOWN[name]?.(190_000) ?? '').slice(0, 199_000),
    },
  ])
  const messages = [...history, { id: randomUUID(), role: 'user', content: 'Thanks' }]
  const answer = await postChat(chat.user, messages, { chatId })
  expect(answer.status).toBe(200)
  await answer.text()
  const shared = await chat.user.patch(`/api/chat?id=${chatId}`, { visibility: 'public' })
  expect(shared.status).toBe(200)

  const read = async () => {
    const page = await fetch(`${chat.app.url}/chat/${chatId}`)
    expect(page.status).toBe(200)
    const policy = page.headers.get('Content-Security-Policy')
    expect(policy).toContain("img-src 'self' data: blob:;")
    expect(await page.text()).toContain('***a***a')
  }
  // The limit is a second; a machine that runs tests may be busy.
  expect(await longestWaitDuring(read())).toBeLessThan(3_000)
  expect(await longestWaitDuring(read())).toBeLessThan(3_000)
})

test('twenty readers of pages of hard texts keep nobody else waiting', {
  timeout: 180_000,
}, async () => {
  const id = randomUUID()
  const content = HARD_MARKDOWN['runs of stars']?.(4_000_000) ?? ''
  const saved = await chat.user.post(`/api/document?id=${id}`, {
    title: 'Hard',
    content,
    kind: 'text',
  })
  expect(saved.status).toBe(200)

  const read = async () => {
    const page = await chat.user.get(`/documents/${id}`)
    expect(page.status).toBe(200)
    const html = await page.text()
    expect(html).toContain('The download has all of it.')
    expect(html.length).toBeLessThan(content.length)
  }
  const readers = Promise.all(Array.from({ length: 20 }, read))
  expect(await longestWaitDuring(readers)).toBeLessThan(3_000)

  const file = await chat.user.get(`/api/document/${id}/export`)
  expect((await file.text()) === content).toBe(true)
})
