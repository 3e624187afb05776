import { randomUUID } from 'node:crypto'
import { type UseChatOptions, useChat } from 'ai-sdk-react-1'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getChat, textOf } from '#tests/support/chat.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'
import { makePng } from '#tests/support/test-images.ts'
import { renderHook } from './render-hook.ts'
import {
  type ClientApp,
  LATE_MS,
  SLOW_TEXT,
  startClientApp,
  TITLE,
  WEATHER,
} from './start-client-app.ts'

let client: ClientApp
beforeAll(async () => {
  client = await startClientApp()
})
afterAll(() => client?.stop())

/** Opens a page with `useChat` of `ai@4`. */
function openChat(options: UseChatOptions = {}) {
  const id = options.id ?? randomUUID()
  return renderHook(() =>
    useChat({
      api: client.api,
      fetch: client.fetch,
      body: { selectedChatModel: 'chat-model-small' },
      ...options,
      id,
    }),
  )
}

type Chat = Awaited<ReturnType<typeof openChat>>

const say = (content: string) => ({ role: 'user', content }) as const

/** Sends a message and waits until its reply is shown whole. */
async function send(chat: Chat, content: string) {
  await chat.current.append(say(content))
  await expect.poll(() => chat.current.status).toBe('ready')
}

/** Waits until the reply shows some words. */
async function untilWords(chat: Chat) {
  await expect.poll(() => chat.current.messages.at(-1)?.content).toMatch(/^(?:word ){3}/)
}

const stored = (chat: Chat) => getChat(client.user, chat.current.id)

describe('useChat of ai@4', () => {
  test('a message is sent, and its reply is shown and stored', async () => {
    const chat = await openChat()
    await send(chat, 'hello')
    expect(chat.current.messages).toMatchObject([
      { role: 'user', content: 'hello' },
      { role: 'assistant', content: 'You said: hello' },
    ])
    const { messages } = await stored(chat)
    expect(messages.map(textOf)).toEqual(['hello', 'You said: hello'])
    expect(chat.current.messages[1]?.id).toBe(messages[1]?.id)
  })

  test('a conversation goes on', async () => {
    const chat = await openChat()
    await send(chat, 'one')
    await send(chat, 'two')
    expect(chat.current.messages.map(({ content }) => content)).toEqual([
      'one',
      'You said: one',
      'two',
      'You said: two',
    ])
    expect((await stored(chat)).messages.map(textOf)).toEqual([
      'one',
      'You said: one',
      'two',
      'You said: two',
    ])
  })

  test('reasoning is shown apart from the text', async () => {
    const chat = await openChat({ body: { selectedChatModel: 'chat-model-reasoning' } })
    await send(chat, 'think')
    expect(chat.current.messages[1]).toMatchObject({
      reasoning: 'Let me see. ',
      content: 'Thought.',
    })
  })

  test('a tool that fails is shown with its error, and the reply goes on', async () => {
    const chat = await openChat()
    await send(chat, 'weather')
    const reply = chat.current.messages[1]
    expect(reply?.toolInvocations).toMatchObject([
      {
        state: 'result',
        toolName: 'getWeather',
        args: WEATHER,
        result: { error: expect.any(String) },
      },
    ])
    expect(reply?.content).toBe('You said: weather')
  })

  test('a document and the title come as data parts', async () => {
    const chat = await openChat()
    await send(chat, 'essay, slow')
    const data = (chat.current.data ?? []) as { type: string; content: unknown }[]
    const types = data.map(({ type }) => type).filter((type) => type !== 'text-delta')
    expect(types.filter((type) => type !== 'chat-title')).toEqual([
      'kind',
      'id',
      'title',
      'clear',
      'finish',
    ])
    expect(data).toContainEqual({ type: 'chat-title', content: TITLE })
    const [tool] = chat.current.messages[1]?.toolInvocations ?? []
    const id = data.find(({ type }) => type === 'id')?.content
    expect(tool).toMatchObject({ state: 'result', result: { id, title: 'Rain', kind: 'text' } })
    const versions = await (await client.user.get(`/api/document?id=${id}`)).json()
    const deltas = data.filter(({ type }) => type === 'text-delta')
    expect(deltas.map(({ content }) => content).join('')).toBe(versions[0].content)
  })

  test('the reply is awaited until its first words come', async () => {
    const chat = await openChat()
    const startedAt = performance.now()
    void chat.current.append(say('late'))
    await expect.poll(() => chat.current.status, { interval: 5 }).toBe('submitted')
    // An empty message before anything has been said would take the "thinking" away.
    const isAwaited = () => chat.current.status === 'submitted' && chat.current.messages.length < 2
    await expect.poll(isAwaited, { interval: 5 }).toBe(false)
    expect(performance.now() - startedAt).toBeGreaterThan(LATE_MS)
    await expect.poll(() => chat.current.messages[1]?.content).toBe('You said: late')
  })

  test.each([
    ['that was uploaded', () => client.uploadImage()],
    ['as a data URL', async () => `data:image/png;base64,${(await makePng()).toString('base64')}`],
  ])('an image %s is attached', async (_name, makeUrl) => {
    const chat = await openChat()
    const url = await makeUrl()
    const attachment = { url, name: 'rain.png', contentType: 'image/png' }
    await chat.current.append(say('look'), { experimental_attachments: [attachment] })
    await expect.poll(() => chat.current.messages[1]?.content).toBe('You said: look')
    const [message] = (await stored(chat)).messages
    expect(message?.parts).toMatchObject([{ type: 'text' }, { type: 'file', url }])
    expect(JSON.stringify(client.model.requests)).toContain('data:image/png;base64,')
  })

  test('an error before the first words is shown as an error', async () => {
    expectErrorLogs(/reply failed|400/)
    const chat = await openChat()
    await chat.current.append(say('refuse'))
    await expect.poll(() => chat.current.status).toBe('error')
    expect(chat.current.error?.message).toContain('Oops, an error occured!')
    expect((await stored(chat)).messages[1]?.status).toBe('failed')
  })

  test('an error in the middle is shown, and the words before it stay', async () => {
    expectErrorLogs(/reply failed|terminated|cut|closed/i)
    const chat = await openChat()
    await chat.current.append(say('cut'))
    await expect.poll(() => chat.current.status).toBe('error')
    expect(chat.current.error?.message).toBe('Oops, an error occured!')
    await expect.poll(() => chat.current.messages[1]?.content).toMatch(/^one /)
    expect(chat.current.data).toContainEqual({ type: 'error-kind', content: 'cut' })
  })

  test("another user's chat is an error that says why", async () => {
    const chat = await openChat()
    await send(chat, 'mine')
    const stranger = await openChat({ id: chat.current.id, fetch: await client.strangersFetch() })
    await stranger.current.append(say('yours?'))
    await expect.poll(() => stranger.current.status).toBe('error')
    expect(JSON.parse(stranger.current.error?.message ?? '').error).toMatch(/chat/)
  })
})

describe('the resume of ai@4', () => {
  test('a chat that is not there has nothing to resume', async () => {
    const fetch = vi.fn(client.fetch)
    const chat = await openChat({ fetch })
    await chat.current.experimental_resume()
    await expect.poll(() => fetch.mock.calls.length).toBe(1)
    await expect.poll(() => chat.current.status).toBe('ready')
    expect(chat.current.messages).toEqual([])
    expect(chat.current.error).toBeUndefined()
  })

  test('a chat whose reply is complete stays as it is', async () => {
    const fetch = vi.fn(client.fetch)
    const chat = await openChat({ fetch })
    await send(chat, 'hello')
    const before = chat.current.messages
    await chat.current.experimental_resume()
    await expect.poll(() => fetch.mock.calls.length).toBe(2)
    await expect.poll(() => chat.current.status).toBe('ready')
    expect(chat.current.messages).toEqual(before)
    expect(chat.current.error).toBeUndefined()
  })

  test('a page that is opened again shows the running reply from its start', async () => {
    const chat = await openChat()
    const { id } = chat.current
    void chat.current.append(say('slow'))
    await untilWords(chat)
    const asked = chat.current.messages.slice(0, 1)
    chat.unmount()
    const again = await openChat({
      id,
      api: `${client.api}?again`.split('?')[0],
      initialMessages: asked,
    })
    again.current.setMessages(asked)
    await again.current.experimental_resume()
    await expect.poll(() => again.current.status).toBe('ready')
    expect(again.current.messages.map(({ content }) => content)).toEqual(['slow', SLOW_TEXT])
  })
})

describe('going on with ai@4', () => {
  test('an edited message replaces what follows it', async () => {
    const chat = await openChat({ sendExtraMessageFields: true })
    await send(chat, 'one')
    await send(chat, 'two')
    const [first] = chat.current.messages
    if (!first) throw new Error('Nothing was sent.')
    const parts = [{ type: 'text', text: 'other' } as const]
    chat.current.setMessages([{ ...first, content: 'other', parts }])
    await chat.current.reload()
    await expect
      .poll(() => chat.current.messages.map(({ content }) => content))
      .toEqual(['other', 'You said: other'])
    expect((await stored(chat)).messages.map(textOf)).toEqual(['other', 'You said: other'])
  })

  test.each([
    ['without ids', false],
    ['with sendExtraMessageFields', true],
  ])('reload replaces the reply, %s', async (_name, sendExtraMessageFields) => {
    const chat = await openChat({ sendExtraMessageFields })
    await send(chat, 'one')
    await send(chat, 'two')
    const before = (await stored(chat)).messages.at(-1)?.id
    await chat.current.reload()
    await expect.poll(() => chat.current.status).toBe('ready')
    const { messages } = await stored(chat)
    expect(messages.map(textOf)).toEqual(['one', 'You said: one', 'two', 'You said: two'])
    expect(messages.at(-1)?.id).not.toBe(before)
    expect(chat.current.messages.at(-1)?.id).toBe(messages.at(-1)?.id)
  })

  test.each([
    ['without ids', false],
    ['with sendExtraMessageFields', true],
  ])('after stop the next message is answered, %s', async (_name, sendExtraMessageFields) => {
    const chat = await openChat({ sendExtraMessageFields })
    const sent = chat.current.append(say('slow'))
    await untilWords(chat)
    chat.current.stop()
    await sent
    await expect.poll(() => chat.current.status).toBe('ready')
    await send(chat, 'next')
    expect(chat.current.error).toBeUndefined()
    expect(chat.current.messages.at(-1)?.content).toBe('You said: next')
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
