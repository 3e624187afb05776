import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chatOnce, userMessage } from '#tests/support/chat.ts'
import { createClient, type TestClient } from '#tests/support/client.ts'
import { expectErrorLogs } from '#tests/support/error-logs.ts'
import { type ChatApp, startChatApp } from './chat/start-chat-app.ts'

const V1 = 'text/plain; charset=utf-8'
const EVENTS = 'text/event-stream; charset=utf-8'

let chatApp: ChatApp
let user: TestClient
/** The same session on another web process. */
let elsewhere: TestClient
beforeAll(async () => {
  chatApp = await startChatApp()
  user = chatApp.user
  elsewhere = createClient((await chatApp.app.startWeb()).url)
  elsewhere.setCookie(user.cookie())
})
afterAll(() => chatApp?.stop())

type Asked = { text?: string; trigger?: string; accept?: string; chatId?: string }

function ask({ text = 'hello', trigger, accept = '*/*', chatId = randomUUID() }: Asked) {
  return user.post(
    '/api/chat',
    {
      id: chatId,
      messages: [userMessage(text)],
      selectedChatModel: 'chat-model-small',
      ...(trigger && { trigger }),
    },
    { headers: { Accept: accept } },
  )
}

const typeOf = (response: Response) => response.headers.get('content-type')

describe('the format of a reply', () => {
  const trigger = 'submit-message'
  test.each<[string, Asked, string]>([
    ['a body without trigger', {}, V1],
    ['a body with trigger', { trigger }, EVENTS],
    ['a regenerate', { trigger: 'regenerate-message' }, EVENTS],
    ['a body with trigger and Accept: text/plain', { trigger, accept: 'text/plain' }, V1],
    ['Accept: text/event-stream', { accept: 'text/event-stream' }, EVENTS],
    ['Accept: application/json', { accept: 'application/json' }, V1],
  ])('%s decides it', async (_name, asked, type) => {
    const response = await ask(asked)
    expect(response.status).toBe(200)
    expect(typeOf(response)).toBe(type)
    expect(await response.text()).toMatch(type === V1 ? /^f:/ : /^data: /)
  })

  test('a failure before the first part comes in it too', async () => {
    expectErrorLogs(/400|reply failed/)
    const response = await ask({ text: 'fail', trigger })
    expect(response.status).toBe(500)
    expect(typeOf(response)).toBe(EVENTS)
    expect(await response.text()).toContain('Oops, an error occured!')
  })
})

describe('a resume', () => {
  const resumes = [
    ['GET /api/chat/:chatId/stream', (chatId: string) => `/api/chat/${chatId}/stream`],
    ['GET /api/chat?chatId=', (chatId: string) => `/api/chat?chatId=${chatId}`],
  ] as const

  describe.each(resumes)('by %s', (_name, pathOf) => {
    test.each([
      ['data stream v1', {}, V1],
      ['UI message stream', { trigger: 'submit-message' }, EVENTS],
      ['UI message stream by Accept', { accept: 'text/event-stream' }, EVENTS],
    ])('that names no format gets the one that was asked for: %s', async (_name, asked, type) => {
      const chatId = randomUUID()
      const asking = await ask({ ...asked, text: 'slow', chatId })
      const resumed = await Promise.all(
        [user, elsewhere].map((client) =>
          client.get(pathOf(chatId), { headers: { Accept: '*/*' } }),
        ),
      )
      expect(resumed.map((response) => [response.status, typeOf(response)])).toEqual([
        [200, type],
        [200, type],
      ])
      await stop(chatId, [asking, ...resumed])
    })

    test('that names a format gets it', async () => {
      const chatId = randomUUID()
      const asking = await ask({ text: 'slow', chatId })
      const headers = { Accept: 'text/event-stream' }
      const resumed = await user.get(pathOf(chatId), { headers })
      expect(typeOf(resumed)).toBe(EVENTS)
      await stop(chatId, [asking, resumed])
      const other = randomUUID()
      const askingEvents = await ask({ text: 'slow', chatId: other, trigger: 'submit-message' })
      const plain = await user.get(pathOf(other), { headers: { Accept: 'text/plain' } })
      expect(typeOf(plain)).toBe(V1)
      await stop(other, [askingEvents, plain])
    })

    test("of another user's chat is refused", async () => {
      const { chatId } = await chatOnce(user, 'mine')
      expect((await chatApp.stranger.get(pathOf(chatId))).status).toBe(401)
      await user.patch(`/api/chat?id=${chatId}`, { visibility: 'public' })
      expect((await chatApp.stranger.get(pathOf(chatId))).status).toBe(401)
    })

    test('of something that is no chat is malformed', async () => {
      expect((await user.get(pathOf('abc'))).status).toBe(400)
      expect((await chatApp.app.client().get(pathOf(randomUUID()))).status).toBe(401)
    })
  })

  async function stop(chatId: string, readers: Response[]) {
    await user.delete(`/api/chat/${chatId}/stream`)
    await Promise.all(readers.map((response) => response.text()))
  }
})

describe('a resume where no reply is running', () => {
  test.each([
    ['of a chat that is not there', async () => randomUUID()],
    ['of an idle chat', async () => (await chatOnce(user, 'idle')).chatId],
  ])('%s: 204, and for ai@4 an empty stream', async (_name, makeChat) => {
    const chatId = await makeChat()
    expect((await user.get(`/api/chat/${chatId}/stream`)).status).toBe(204)
    const empty = await user.get(`/api/chat?chatId=${chatId}`)
    expect(empty.status).toBe(200)
    expect(typeOf(empty)).toBe(V1)
    expect(empty.headers.get('x-vercel-ai-data-stream')).toBe('v1')
    expect(await empty.text()).toBe('')
  })

  test('id beside chatId reads the chat', async () => {
    const { chatId } = await chatOnce(user, 'both')
    const response = await user.get(`/api/chat?id=${chatId}&chatId=${chatId}`)
    expect(await response.json()).toMatchObject({ id: chatId })
    expect((await user.get('/api/chat')).status).toBe(400)
  })
})
