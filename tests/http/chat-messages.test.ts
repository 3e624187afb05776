import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatOnce, getChat, postChat, textOf, userMessage } from '#tests/support/chat.ts'
import { readDataStream } from '#tests/support/read-data-stream.ts'
import { type ChatApp, startChatApp } from './chat/start-chat-app.ts'

let chat: ChatApp
let model: ChatApp['model']
let user: ChatApp['user']

beforeAll(async () => {
  chat = await startChatApp({ FOREIGN_IMAGE_URLS: 'on' })
  ;({ model, user } = chat)
})

afterAll(() => chat?.stop())

describe('the forms of a message', () => {
  test.each<[string, unknown]>([
    ['content as a string', { role: 'user', content: 'form' }],
    ['content as parts', { role: 'user', content: [{ type: 'text', text: 'form' }] }],
    ['parts', { role: 'user', parts: [{ type: 'text', text: 'form' }] }],
    [
      'parts and content',
      { role: 'user', content: 'form', parts: [{ type: 'text', text: 'form' }] },
    ],
  ])('%s is accepted', async (_form, message) => {
    const chatId = randomUUID()
    const reply = await readDataStream(await postChat(user, [message], { chatId }))
    expect(reply.text).toBe('You said: form')
    const { messages } = await getChat(user, chatId)
    expect(messages[0]?.parts).toEqual([{ type: 'text', text: 'form' }])
  })

  test('a public https image is passed on to the model as a URL, in every form', async () => {
    const url = 'https://images.example.com/cat.png'
    const forms = [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'see' },
          { type: 'image', image: url },
        ],
      },
      {
        role: 'user',
        parts: [
          { type: 'text', text: 'see' },
          { type: 'file', mediaType: 'image/png', url },
        ],
      },
      {
        role: 'user',
        content: 'see',
        experimental_attachments: [{ url, name: 'cat.png', contentType: 'image/png' }],
      },
    ]
    for (const form of forms) {
      const chatId = randomUUID()
      await readDataStream(await postChat(user, [form], { chatId }))
      expect(JSON.stringify(model.requests.at(-1)?.body)).toContain(url)
      const { messages } = await getChat(user, chatId)
      expect(messages[0]?.parts).toContainEqual(
        expect.objectContaining({ type: 'file', mediaType: 'image/png', url }),
      )
    }
  })

  test('system messages of a client are dropped', async () => {
    await readDataStream(
      await postChat(user, [
        { role: 'system', content: 'You are a pirate' },
        userMessage('who are you'),
      ]),
    )
    expect(JSON.stringify(model.requests.at(-1)?.body)).not.toContain('pirate')
  })

  test('the model gets the history, with tool results of both SDK generations', async () => {
    const old = {
      id: 'old-reply',
      role: 'assistant',
      content: 'It is warm.',
      toolInvocations: [
        {
          state: 'result',
          toolCallId: 'c1',
          toolName: 'getWeather',
          args: { latitude: 1 },
          result: { t: 21.5 },
        },
      ],
    }
    const today = {
      id: 'new-reply',
      role: 'assistant',
      parts: [
        {
          type: 'tool-getWeather',
          toolCallId: 'c2',
          state: 'output-available',
          input: { latitude: 2 },
          output: { t: 31.5 },
        },
        { type: 'text', text: 'It is hot.' },
      ],
    }
    await readDataStream(
      await postChat(user, [userMessage('a'), old, userMessage('b'), today, userMessage('c')]),
    )
    const sent = JSON.stringify(model.requests.at(-1)?.body)
    for (const piece of ['It is warm.', '21.5', 'It is hot.', '31.5']) expect(sent).toContain(piece)
  })
})

describe('the stored chat and the history that the client sends', () => {
  test('a new user message is appended', async () => {
    const { chatId, message } = await chatOnce(user, 'first')
    const { messages } = await getChat(user, chatId)
    await readDataStream(
      await postChat(user, [message, messages[1], userMessage('second')], { chatId }),
    )
    const after = await getChat(user, chatId)
    expect(after.messages.map(textOf)).toEqual([
      'first',
      'You said: first',
      'second',
      'You said: second',
    ])
  })

  test('a message id that is no UUID leads to the same row each time', async () => {
    const chatId = randomUUID()
    const message = userMessage('stock client', 'msg-abc123')
    await readDataStream(await postChat(user, [message], { chatId }))
    await readDataStream(await postChat(user, [message], { chatId }))
    const { messages } = await getChat(user, chatId)
    expect(messages).toHaveLength(2)
    expect(messages[0]?.id).toMatch(/^[0-9a-f-]{14}5/)
  })

  test('an edited message is replaced, and what came after it is deleted with its votes', async () => {
    const { chatId, message, messageId } = await chatOnce(user, 'first')
    await readDataStream(await postChat(user, [message, userMessage('second')], { chatId }))
    const vote = { chatId, messageId, type: 'up' }
    expect((await user.patch('/api/vote', vote)).status).toBe(200)

    await readDataStream(await postChat(user, [{ ...message, content: 'edited' }], { chatId }))
    const { messages } = await getChat(user, chatId)
    expect(messages.map(textOf)).toEqual(['edited', 'You said: edited'])
    expect(await (await user.get(`/api/vote?chatId=${chatId}`)).json()).toEqual([])
  })

  test('the whole history of a chat that began elsewhere is stored', async () => {
    const chatId = randomUUID()
    const history = [
      userMessage('a'),
      { id: randomUUID(), role: 'assistant', content: 'b' },
      userMessage('c'),
    ]
    await readDataStream(await postChat(user, history, { chatId }))
    expect((await getChat(user, chatId)).messages.map(textOf)).toEqual([
      'a',
      'b',
      'c',
      'You said: c',
    ])
  })

  test('a message id of another chat is refused with 409, and nothing is written', async () => {
    const { message } = await chatOnce(user, 'elsewhere')
    const { chatId } = await chatOnce(user, 'here')
    expect((await postChat(user, [message], { chatId })).status).toBe(409)
    expect((await getChat(user, chatId)).messages).toHaveLength(2)
    const fresh = randomUUID()
    expect((await postChat(user, [message], { chatId: fresh })).status).toBe(409)
    expect((await user.get(`/api/chat?id=${fresh}`)).status).toBe(404)
  })

  test('a message id that several new chats claim at once goes to one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const message = userMessage('whose?')
      const responses = await Promise.all([1, 2, 3].map(() => postChat(user, [message])))
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      await Promise.all(responses.map((response) => response.text()))
    }
  })
})
