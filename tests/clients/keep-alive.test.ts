import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { useChat as useChatOfToday } from '@ai-sdk/react'
import { DefaultChatTransport } from 'ai'
import { useChat as useChatOfAi4 } from 'ai-sdk-react-1'
import { describe, expect, test } from 'vitest'
import type { ReplyChunk } from '#core/replies/reply-chunk.ts'
import type { StreamFormat } from '#db/entities/message.ts'
import { replyResponse } from '#http/reply-response.ts'
import { SAMPLE_MESSAGE_ID, sampleReply } from '#tests/support/sample-reply.ts'
import { renderHook } from './render-hook.ts'

/* A reply that is silent for long: what keeps its stream open is not seen by the hooks. */

const TIMES = { openMs: 20, silenceMs: 10 }
const SILENCE_MS = 100

/** A reply that is silent before its first part, and again in the middle. */
async function* silentReply(): AsyncGenerator<ReplyChunk[], void, void> {
  for (const chunk of sampleReply()) {
    if (['reasoning-start', 'text-delta', 'finish'].includes(chunk.type)) await sleep(SILENCE_MS)
    yield [chunk]
  }
}

/** A `fetch` that answers with the silent reply, and what it has sent. */
function fetchSilentReply(format: StreamFormat) {
  let sent = ''
  const answer = async () => {
    const context = { drained: async () => true }
    const reply = { replyId: SAMPLE_MESSAGE_ID, batches: silentReply() }
    const response = await replyResponse(format, context, reply, TIMES)
    const [read, copy] = response.body?.tee() ?? []
    void new Response(copy).text().then((text) => {
      sent = text
    })
    return new Response(read, response)
  }
  return { answer, sent: () => sent }
}

const WORDS = 'Let me "look"\nit up \u2028 🌦️'

describe('what keeps a stream open', () => {
  test('useChat of ai@4 does not notice it', async () => {
    const { answer, sent } = fetchSilentReply('data-stream-v1')
    const chat = await renderHook(() =>
      useChatOfAi4({ id: 'silent', api: 'http://localhost/api/chat', fetch: answer }),
    )
    await chat.current.append({ role: 'user', content: 'hello' })
    await expect.poll(() => chat.current.status).toBe('ready')
    expect(chat.current.error).toBeUndefined()
    const [, reply] = chat.current.messages
    expect(reply?.content).toBe(`${WORDS}It is 12.5 °C.`)
    expect(reply?.toolInvocations?.map(({ state }) => state)).toEqual(['result', 'result'])
    expect(chat.current.messages).toHaveLength(2)
    expect(sent()).toMatch(/^\n\n.*\n\n\n/s)
  })

  test("useChat of today's SDK does not notice it", async () => {
    const { answer, sent } = fetchSilentReply('ui-message-stream')
    const transport = new DefaultChatTransport({ api: 'http://localhost/api/chat', fetch: answer })
    const id = randomUUID()
    const chat = await renderHook(() => useChatOfToday({ id, transport }))
    await chat.current.sendMessage({ text: 'hello' })
    await expect.poll(() => chat.current.status).toBe('ready')
    expect(chat.current.error).toBeUndefined()
    expect(chat.current.messages).toHaveLength(2)
    const parts = chat.current.messages[1]?.parts ?? []
    const words = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
    expect(words).toBe(`${WORDS}It is 12.5 °C.`)
    expect(sent()).toMatch(/^: keep-alive\n\n.*\n\n: keep-alive\n\n/s)
  })
})
