import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { getChat, postChat, textOf } from '#tests/support/chat.ts'
import type { TestClient } from '#tests/support/client.ts'
import { type FakeOpenAi, lastUserText, startFakeOpenAi } from '#tests/support/fake-openai.ts'
import { readDataStream, startReading } from '#tests/support/read-data-stream.ts'

type Sent = { role: string; content: unknown; [field: string]: unknown }

const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const OTHER_PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

let app: TestApp
let model: FakeOpenAi
let user: TestClient
let answers = 0

beforeAll(async () => {
  model = await startFakeOpenAi({
    reply(request) {
      if (!request.body.stream) return { text: 'A title' }
      if (lastUserText(request).includes('slow')) return { text: 'one two three', hangAfter: 1 }
      answers += 1
      return { text: `Answer ${answers}.` }
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

/** A client like `ai@4`, which keeps the conversation and sends no ids. */
function startClient() {
  const chatId = randomUUID()
  const messages: Sent[] = []

  async function answer() {
    const response = await postChat(user, messages, { chatId })
    expect(response.status).toBe(200)
    const { text } = await readDataStream(response)
    messages.push({ role: 'assistant', content: text })
    return text
  }
  return {
    chatId,
    messages,
    answer,
    send(content: unknown, fields: Record<string, unknown> = {}) {
      messages.push({ role: 'user', content, ...fields })
      return answer()
    },
    reload() {
      messages.pop()
      return answer()
    },
    async stored() {
      return (await getChat(user, chatId)).messages
    },
  }
}

function textsOf(messages: Awaited<ReturnType<ReturnType<typeof startClient>['stored']>>) {
  return messages.map(textOf)
}

describe('a client that sends no message ids', () => {
  test('its new messages are appended, and the stored ones keep their ids', async () => {
    const client = startClient()
    const first = await client.send('first')
    const before = await client.stored()
    const second = await client.send('second')

    const after = await client.stored()
    expect(textsOf(after)).toEqual(['first', first, 'second', second])
    expect(after.slice(0, 2)).toEqual(before)
  })

  test('its reload writes the last reply anew and doubles nothing', async () => {
    const client = startClient()
    await client.send('first')
    await client.send('second')
    const before = await client.stored()
    const again = await client.reload()

    const after = await client.stored()
    expect(textsOf(after)).toEqual([...textsOf(before).slice(0, 3), again])
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3))
    const third = await client.send('third')
    expect(textsOf(await client.stored())).toEqual([...textsOf(after), 'third', third])
  })

  test('the same text said twice is two messages', async () => {
    const client = startClient()
    await client.send('again')
    await client.send('again')
    expect(await client.stored()).toHaveLength(4)
    await client.reload()
    expect(await client.stored()).toHaveLength(4)
    await client.send('again')
    expect(await client.stored()).toHaveLength(6)
  })

  test('a history that was cut at its start replaces nothing', async () => {
    const client = startClient()
    await client.send('go')
    await client.send('continue')
    await client.send('continue')
    client.messages.splice(0, 2)
    await client.send('continue')
    expect(await client.stored()).toHaveLength(8)
  })

  test('another form of the same message is the same message', async () => {
    const client = startClient()
    await client.send('first')
    const parts = [{ type: 'text', text: 'first' }]
    client.messages.splice(0, 2, { role: 'user', content: 'first', parts })
    await client.answer()
    expect(await client.stored()).toHaveLength(2)
  })

  test('images tell messages apart', async () => {
    const client = startClient()
    const image = (url: string) => ({
      experimental_attachments: [{ url, contentType: 'image/png', name: 'a.png' }],
    })
    await client.send('', image(PNG))
    await client.reload()
    expect(await client.stored()).toHaveLength(2)
    // Without the history: another image is another message.
    client.messages.splice(0)
    await client.send('', image(OTHER_PNG))
    expect(await client.stored()).toHaveLength(4)
  })

  test('characters that are not stored tell no messages apart', async () => {
    const client = startClient()
    await client.send('nul\u0000 and \ud800 half')
    await client.reload()
    expect(await client.stored()).toHaveLength(2)
  })

  test('the message that is being answered, sent again, joins its reply', async () => {
    const client = startClient()
    client.messages.push({ role: 'user', content: 'slow' })
    const { chatId, messages } = client
    const first = await postChat(user, messages, { chatId })
    const { begun, reading } = startReading(first)
    await begun
    const again = await postChat(user, messages, { chatId })
    expect(again.headers.get('x-message-id')).toBe(first.headers.get('x-message-id'))
    await user.delete(`/api/chat/${chatId}/stream`)
    await Promise.all([reading, again.text()])
    expect(await client.stored()).toHaveLength(2)
  })
})
