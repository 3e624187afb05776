import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { chatOnce, getChat, postChat, textOf, userMessage } from '#tests/support/chat.ts'
import { createClient, type TestClient } from '#tests/support/client.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'
import { type FakeOpenAi, lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { readDataStream, startReading } from '#tests/support/read-data-stream.ts'

/** What a reply that fails logs. */
const FAILED = /^reply failed/

let app: TestApp
let model: FakeOpenAi
let user: TestClient
/** What the model does with a message that is sent again. */
let again: 'fails' | 'fails late' | 'is silent' | 'is cut' | 'answers' = 'fails'
const answered = new Set<string>()

beforeAll(async () => {
  model = await startFakeOpenAi({
    reply(request) {
      if (!request.body.stream) return { text: 'A title' }
      const text = lastUserText(request)
      const key = text.replace('edited ', '')
      if (!answered.has(key)) {
        answered.add(key)
        return { text: 'The good answer.' }
      }
      if (again === 'fails') return { status: 400 }
      if (again === 'fails late') return { status: 400, firstDelayMs: 2_000 }
      if (again === 'is silent') return { text: ['never'], hangAfter: 0, firstDelayMs: 60_000 }
      if (again === 'is cut') return { text: ['Another ', 'half'], cutAfter: 1 }
      return { text: 'Another answer.' }
    },
  })
  app = await startApp({ env: { OPENAI_BASE_URL: model.url, DRAIN_SECONDS: '0' } })
  user = app.client()
  await user.register()
})

afterAll(async () => {
  await app?.stop()
  await model?.close()
})

let count = 0

/** A chat with a good answer, which has a vote. */
async function chatWithAnswer() {
  count += 1
  const { chatId, message, messageId } = await chatOnce(user, `question ${count}`)
  await user.patch('/api/vote', { chatId, messageId, type: 'up' })
  return { chatId, message, before: await state(chatId) }
}

/** All that a client can see of a chat. */
async function state(chatId: string) {
  const votes = await user.get(`/api/vote?chatId=${chatId}`)
  const exported = await user.get(`/api/chat/${chatId}/export?format=json`)
  const { exportedAt: _, ...content } = (await exported.json()) as { exportedAt: string }
  return { chat: await getChat(user, chatId), votes: await votes.json(), content }
}

describe('a good answer that is asked for anew', () => {
  test('it is back, votes and all, when the provider fails before the first part', async () => {
    again = 'fails'
    expectErrorLogs(FAILED)
    const { chatId, message, before } = await chatWithAnswer()
    expect(before.votes).toHaveLength(1)

    const response = await postChat(user, [message], { chatId })

    expect(response.status).toBe(500)
    expect(await state(chatId)).toEqual(before)
    // The failed attempt leaves no row behind.
    const rows = await app.database.sql('select id from message where chat_id = $1', [chatId])
    expect(rows).toHaveLength(2)
  })

  test('a reader on another process is told of the failure as well', async () => {
    again = 'fails late'
    expectErrorLogs(FAILED)
    const { chatId, message, before } = await chatWithAnswer()
    const sent = postChat(user, [message], { chatId })
    await expect
      .poll(async () => (await getChat(user, chatId)).messages.at(-1)?.status)
      .toBe('streaming')

    const joined = await postChat(elsewhere, [message], { chatId })

    expect(joined.status).toBe(500)
    expect((await sent).status).toBe(500)
    expect(await state(chatId)).toEqual(before)
  })

  test('the old text of an edited message is back with it', async () => {
    again = 'fails'
    expectErrorLogs(FAILED)
    const { chatId, message, before } = await chatWithAnswer()
    const edited = { ...message, content: `edited ${message.content}` }

    expect((await postChat(user, [edited], { chatId })).status).toBe(500)

    expect(await state(chatId)).toEqual(before)
  })

  test.each([
    ['this process', () => user],
    ['another process', () => elsewhere],
  ])('it is back when the new reply is stopped before its first part, on %s', async (_, client) => {
    again = 'is silent'
    const { chatId, message, before } = await chatWithAnswer()
    const edited = { ...message, content: `edited ${message.content}` }
    const sent = postChat(user, [edited], { chatId })
    await expect
      .poll(async () => (await getChat(user, chatId)).messages.at(-1)?.status)
      .toBe('streaming')
    // Meanwhile the chat shows the turn that is under way.
    const meanwhile = await state(chatId)
    expect(meanwhile.chat.messages.map(textOf)).toEqual([edited.content, ''])
    expect(meanwhile.votes).toEqual([])
    const found = await user.get(`/api/history?q=${encodeURIComponent('"good answer"')}`)
    const { chats } = (await found.json()) as { chats: { id: string }[] }
    expect(chats.map(({ id }) => id)).not.toContain(chatId)

    expect((await client().delete(`/api/chat/${chatId}/stream`)).status).toBe(204)
    await (await sent).text()

    expect(await state(chatId)).toEqual(before)
  })

  test('it is back when the process is killed before the first part', async () => {
    again = 'is silent'
    const victim = await app.startWeb()
    const { chatId, message, before } = await chatWithAnswer()
    const sent = postChat(clientOf(victim.url), [message], { chatId }).catch(() => {})
    await expect
      .poll(async () => (await getChat(user, chatId)).messages.at(-1)?.status)
      .toBe('streaming')
    victim.kill('SIGKILL')
    await sent

    await expect
      .poll(async () => (await getChat(user, chatId)).messages.at(-1)?.status)
      .toBe('complete')
    expect((await state(chatId)).chat).toEqual(before.chat)
    // The next turn goes on from there.
    again = 'answers'
    const next = await postChat(user, [userMessage(`next to ${message.content}`)], { chatId })
    expect((await readDataStream(next)).text).toBe('The good answer.')
    const after = await state(chatId)
    expect(after.chat.messages).toHaveLength(4)
    expect(after.chat.messages.slice(0, 2)).toEqual(before.chat.messages)
    expect(after.votes).toEqual(before.votes)
  })

  test('it leaves the conversation once the new reply has a part, also when that is cut off later', async () => {
    again = 'is cut'
    expectErrorLogs(FAILED)
    const { chatId, message } = await chatWithAnswer()

    const response = await postChat(user, [message], { chatId })
    const { reading } = startReading(response)

    expect((await reading).errors).toHaveLength(1)
    const { chat, votes } = await state(chatId)
    expect(chat.messages.map(({ status }) => status)).toEqual(['complete', 'failed'])
    expect(textOf(chat.messages[1])).toBe('Another ')
    expect(votes).toEqual([])
    // Both can be shown.
    expect(chat.messages[1]?.alternatives).toHaveLength(2)
  })

  test('a whole new reply takes its place', async () => {
    again = 'answers'
    const { chatId, message } = await chatWithAnswer()
    const response = await postChat(user, [message], { chatId })
    expect((await readDataStream(response)).text).toBe('Another answer.')
    const { messages } = await getChat(user, chatId)
    expect(messages).toHaveLength(2)
    expect(textOf(messages[1])).toBe('Another answer.')
    expect(messages[1]?.alternatives).toHaveLength(2)
  })
})

let elsewhere: TestClient

beforeAll(async () => {
  elsewhere = clientOf((await app.startWeb()).url)
})

function clientOf(url: string) {
  const client = createClient(url)
  client.setCookie(user.cookie())
  return client
}
