import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_CHAT_BYTES, MAX_MESSAGES, MAX_TEXT_LENGTH } from '#core/chat/chat-schema.ts'
import { MAX_DOCUMENT_BYTES } from '#core/documents/document-schema.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'
import { postChat, userMessage } from '#tests/support/chat.ts'
import type { TestClient } from '#tests/support/client.ts'

let app: TestApp
let client: TestClient

beforeAll(async () => {
  app = await startApp()
  client = app.client()
  await client.register()
})

afterAll(async () => {
  await app?.stop()
})

const MIB = 1024 * 1024
const chat = '/api/chat'
const document = `/api/document?id=${randomUUID()}`

describe('a request body over its limit', () => {
  test.each([
    ['POST', chat, MAX_CHAT_BYTES],
    ['PATCH', `${chat}?id=${randomUUID()}`, MIB],
    ['POST', document, MAX_DOCUMENT_BYTES],
    ['PATCH', document, MIB],
    ['PATCH', '/api/vote', MIB],
    ['POST', '/api/users', MIB / 64],
    ['POST', '/api/session', MIB / 64],
  ])(
    'the body of %s %s is answered 413 with the size that is allowed',
    async (method, path, limit) => {
      const response = await client.raw(path, { method, body: Buffer.alloc(limit + 1, ' ') })
      expect(response.status).toBe(413)
      expect(response.headers.get('Content-Type')).toBe('application/problem+json')
      expect(((await response.json()) as { detail: string }).detail).toContain(String(limit))
    },
  )

  test('a body without a declared length is refused too', async () => {
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        sent += MIB / 4
        if (sent > 3 * MIB) controller.close()
        else controller.enqueue(new Uint8Array(MIB / 4).fill(32))
      },
    })
    const init = { method: 'PATCH', body, duplex: 'half' } as RequestInit
    const response = await client.raw('/api/vote', init)
    expect(response.status).toBe(413)
  })

  test('a form shows its page with 413', async () => {
    const body = new URLSearchParams({ email: 'a@b.example', password: 'x'.repeat(MIB) })
    const response = await app.client().raw('/login', { method: 'POST', body })
    expect(response.status).toBe(413)
    expect(await response.text()).toContain('larger than')
  })
})

describe('the size of a conversation', () => {
  test('too many messages are refused, and the error says how many are allowed', async () => {
    const messages = Array.from({ length: MAX_MESSAGES + 1 }, () => userMessage('x'))
    const response = await postChat(client, messages)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      detail: expect.stringContaining(`messages: holds more than ${MAX_MESSAGES} messages`),
    })
  })

  test('a too long text is refused in every form of a message', async () => {
    const text = 'x'.repeat(MAX_TEXT_LENGTH + 1)
    for (const message of [
      { role: 'user', content: text },
      { role: 'user', content: [{ type: 'text', text }] },
      { role: 'user', parts: [{ type: 'text', text }] },
    ]) {
      const response = await postChat(client, [message])
      expect(response.status).toBe(400)
      expect(await response.text()).toContain(`${MAX_TEXT_LENGTH} characters`)
    }
  })
})
