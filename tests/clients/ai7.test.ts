import { randomUUID } from 'node:crypto'
import { type UseChatOptions, useChat } from '@ai-sdk/react'
import { type DataUIPart, DefaultChatTransport, type UIMessage } from 'ai'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getChat, textOf } from '#tests/support/chat.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'
import { renderHook } from './render-hook.ts'
import {
  type ClientApp,
  LATE_MS,
  SLOW_TEXT,
  startClientApp,
  TITLE,
  WEATHER,
} from './start-client-app.ts'

type Data = DataUIPart<Record<string, unknown>>
type Options = {
  id?: string
  model?: string
  messages?: UIMessage[]
  resume?: boolean
  fetch?: typeof fetch
  onData?: (part: Data) => void
}

let client: ClientApp
beforeAll(async () => {
  client = await startClientApp()
})
afterAll(() => client?.stop())

/** Opens a page with `useChat` of today's SDK; its transport says nothing of a format. */
function openChat({
  id = randomUUID(),
  model = 'chat-model-small',
  fetch,
  ...options
}: Options = {}) {
  const transport = new DefaultChatTransport<UIMessage>({
    api: client.api,
    fetch: fetch ?? client.fetch,
    body: { selectedChatModel: model },
  })
  const given: UseChatOptions<UIMessage> = { ...options, id, transport }
  return renderHook(() => useChat(given))
}

type Chat = Awaited<ReturnType<typeof openChat>>

const stored = (chat: Chat) => getChat(client.user, chat.current.id)

/** The text of a message of the client. */
function wordsOf(message: UIMessage | undefined): string {
  return (message?.parts ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('')
}

const spoken = (chat: Chat) => chat.current.messages.map(wordsOf)

/** Waits until the reply shows some words. */
async function untilWords(chat: Chat) {
  await expect.poll(() => wordsOf(chat.current.messages.at(-1))).toMatch(/^(?:word ){3}/)
}

/** Sends a message and waits until its reply is shown whole. */
async function send(chat: Chat, text: string) {
  await chat.current.sendMessage({ text })
  await expect.poll(() => chat.current.status).toBe('ready')
}

describe("useChat of today's SDK", () => {
  test('a message is sent, and its reply is shown and stored', async () => {
    const chat = await openChat()
    await send(chat, 'hello')
    expect(spoken(chat)).toEqual(['hello', 'You said: hello'])
    const { messages } = await stored(chat)
    expect(messages.map(textOf)).toEqual(['hello', 'You said: hello'])
    expect(chat.current.messages[1]?.id).toBe(messages[1]?.id)
    expect(chat.current.messages[1]?.metadata).toMatchObject({ usage: { inputTokens: 11 } })
  })

  test('a conversation goes on', async () => {
    const chat = await openChat()
    await send(chat, 'one')
    await send(chat, 'two')
    const all = ['one', 'You said: one', 'two', 'You said: two']
    expect(spoken(chat)).toEqual(all)
    expect((await stored(chat)).messages.map(textOf)).toEqual(all)
  })

  test('reasoning is shown apart from the text', async () => {
    const chat = await openChat({ model: 'chat-model-reasoning' })
    await send(chat, 'think')
    const parts = chat.current.messages[1]?.parts.filter(({ type }) => type !== 'step-start')
    expect(parts).toMatchObject([
      { type: 'reasoning', text: 'Let me see. ', state: 'done' },
      { type: 'text', text: 'Thought.', state: 'done' },
    ])
  })

  test('a tool that fails is shown with its error, and the reply goes on', async () => {
    const chat = await openChat()
    await send(chat, 'weather')
    expect(chat.current.messages[1]?.parts).toContainEqual(
      expect.objectContaining({ type: 'tool-getWeather', input: WEATHER }),
    )
    const tool = chat.current.messages[1]?.parts.find(({ type }) => type === 'tool-getWeather')
    expect(JSON.stringify(tool)).toMatch(/error/i)
    expect(wordsOf(chat.current.messages[1])).toBe('You said: weather')
  })

  test('a document and the title come as data parts', async () => {
    const data: Data[] = []
    const chat = await openChat({ onData: (part) => data.push(part) })
    await send(chat, 'essay, slow')
    const types = data.map(({ type }) => type)
    expect(types.filter((type) => !['data-text-delta', 'data-chat-title'].includes(type))).toEqual([
      'data-kind',
      'data-id',
      'data-title',
      'data-clear',
      'data-finish',
    ])
    expect(data.find(({ type }) => type === 'data-chat-title')?.data).toBe(TITLE)
    const id = data.find(({ type }) => type === 'data-id')?.data
    const tool = chat.current.messages[1]?.parts.find(({ type }) => type === 'tool-createDocument')
    expect(tool).toMatchObject({ state: 'output-available', output: { id, title: 'Rain' } })
  })

  test('the reply is awaited until its first words come', async () => {
    const chat = await openChat()
    const startedAt = performance.now()
    void chat.current.sendMessage({ text: 'late' })
    await expect.poll(() => chat.current.status, { interval: 5 }).toBe('submitted')
    const isAwaited = () => chat.current.status === 'submitted' && chat.current.messages.length < 2
    await expect.poll(isAwaited, { interval: 5 }).toBe(false)
    expect(performance.now() - startedAt).toBeGreaterThan(LATE_MS)
    await expect.poll(() => spoken(chat)[1]).toBe('You said: late')
  })

  test('an image is sent with a message', async () => {
    const chat = await openChat()
    const url = await client.uploadImage()
    const file = { type: 'file', mediaType: 'image/png', filename: 'rain.png', url } as const
    await chat.current.sendMessage({ text: 'look', files: [file] })
    await expect.poll(() => spoken(chat)[1]).toBe('You said: look')
    const [message] = (await stored(chat)).messages
    expect(message?.parts.map(({ type }) => type).toSorted()).toEqual(['file', 'text'])
    expect(JSON.stringify(client.model.requests)).toContain('data:image/png;base64,')
  })

  test('an error before the first words is shown as an error', async () => {
    expectErrorLogs(/reply failed|400/)
    const chat = await openChat()
    await chat.current.sendMessage({ text: 'refuse' })
    await expect.poll(() => chat.current.status).toBe('error')
    expect(chat.current.error?.message).toContain('Oops, an error occured!')
    expect((await stored(chat)).messages[1]?.status).toBe('failed')
  })

  test('an error in the middle is shown, and the words before it stay', async () => {
    expectErrorLogs(/reply failed|terminated|cut|closed/i)
    const data: Data[] = []
    const chat = await openChat({ onData: (part) => data.push(part) })
    await chat.current.sendMessage({ text: 'cut' })
    await expect.poll(() => chat.current.status).toBe('error')
    expect(chat.current.error?.message).toBe('Oops, an error occured!')
    await expect.poll(() => spoken(chat)[1]).toMatch(/^one /)
    expect(data).toContainEqual(expect.objectContaining({ type: 'data-error-kind', data: 'cut' }))
  })

  test("another user's chat is an error that says why", async () => {
    const chat = await openChat()
    await send(chat, 'mine')
    const stranger = await openChat({ id: chat.current.id, fetch: await client.strangersFetch() })
    await stranger.current.sendMessage({ text: 'yours?' })
    await expect.poll(() => stranger.current.status).toBe('error')
    expect(JSON.parse(stranger.current.error?.message ?? '').error).toMatch(/chat/)
  })
})

describe("the resume of today's SDK", () => {
  test('a chat that is not there has nothing to resume', async () => {
    const statuses: number[] = []
    const chat = await openChat({
      resume: true,
      async fetch(input, init) {
        const response = await client.fetch(input, init)
        statuses.push(response.status)
        return response
      },
    })
    await expect.poll(() => statuses).toEqual([204])
    await expect.poll(() => chat.current.status).toBe('ready')
    expect(chat.current.messages).toEqual([])
    expect(chat.current.error).toBeUndefined()
  })

  test('a page that is opened again shows the running reply from its start', async () => {
    const chat = await openChat()
    void chat.current.sendMessage({ text: 'slow' })
    await untilWords(chat)
    const again = await openChat({
      id: chat.current.id,
      messages: chat.current.messages.slice(0, 1),
      resume: true,
    })
    await expect.poll(() => spoken(again)).toEqual(['slow', SLOW_TEXT])
    await expect.poll(() => again.current.status).toBe('ready')
  })
})

describe("going on with today's SDK", () => {
  test('regenerate replaces the reply', async () => {
    const chat = await openChat()
    await send(chat, 'one')
    await send(chat, 'two')
    const before = (await stored(chat)).messages.at(-1)?.id
    await chat.current.regenerate()
    await expect.poll(() => chat.current.status).toBe('ready')
    const { messages } = await stored(chat)
    expect(messages.map(textOf)).toEqual(['one', 'You said: one', 'two', 'You said: two'])
    expect(messages.at(-1)?.id).not.toBe(before)
    expect(chat.current.messages.at(-1)?.id).toBe(messages.at(-1)?.id)
  })

  test('an edited message replaces what follows it', async () => {
    const chat = await openChat()
    await send(chat, 'one')
    await send(chat, 'two')
    const messageId = chat.current.messages[0]?.id ?? ''
    await chat.current.sendMessage({ text: 'other', messageId })
    await expect.poll(() => spoken(chat)).toEqual(['other', 'You said: other'])
    expect((await stored(chat)).messages.map(textOf)).toEqual(['other', 'You said: other'])
  })

  test('after stop the next message is answered', async () => {
    const chat = await openChat()
    const sent = chat.current.sendMessage({ text: 'slow' })
    await untilWords(chat)
    await chat.current.stop()
    await sent
    await expect.poll(() => chat.current.status).toBe('ready')
    await send(chat, 'next')
    expect(chat.current.error).toBeUndefined()
    expect(spoken(chat).at(-1)).toBe('You said: next')
    const { messages } = await stored(chat)
    expect(messages.map(({ status }) => status)).toEqual([
      'complete',
      'stopped',
      'complete',
      'complete',
    ])
    expect(textOf(messages[1])).toMatch(/^(?:word ){3}/)
  })
})
