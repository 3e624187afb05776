import { describe, expect, test } from 'vitest'
import { type PageMessage, packMessage, unpackMessage } from '#app/page-message.ts'
import { splitForVoice } from '#components/chat/read-aloud.ts'
import { thoughtText } from '#components/chat/reasoning.tsx'
import type { ReplyChunk } from '#core/replies/reply-chunk.ts'
import { createReplyParts } from '#core/replies/reply-parts.ts'
import { createThinkingClock } from '#core/replies/thinking-time.ts'

describe('how long the model thought', () => {
  test('is told with the end of its reasoning and stored with it', () => {
    let now = 500
    const time = createThinkingClock(() => now)
    const reply = createReplyParts()
    const add = (chunk: ReplyChunk) => reply.apply(time(chunk))
    add({ type: 'reasoning-start', id: 'a' })
    add({ type: 'reasoning-delta', id: 'a', delta: 'Hm' })
    now += 12_400
    add({ type: 'reasoning-end', id: 'a' })
    expect(reply.snapshot()).toEqual([{ type: 'reasoning', text: 'Hm', seconds: 12 }])
  })

  test.each([
    [undefined, 'Reasoning'],
    [0, 'Thought for a moment'],
    [12, 'Thought for 12 s'],
    [60, 'Thought for 1 min'],
    [125, 'Thought for 2 min 5 s'],
  ])('%s seconds read “%s”', (seconds, text) => {
    expect(thoughtText(seconds)).toBe(text)
  })
})

test('a packed reply keeps its time, model and tokens in few bytes', () => {
  const message: PageMessage = {
    id: 'a',
    role: 'assistant',
    parts: [{ type: 'text', text: 'Hi' }],
    createdAt: '2026-11-22T12:00:01.000Z',
    model: 'chat-model-small',
    usage: { inputTokens: 812, outputTokens: null },
  }
  const packed = packMessage(message)
  expect(unpackMessage(packed)).toEqual(message)
  expect(JSON.stringify(packed).length).toBeLessThan(60)
  const other = { ...message, model: 'another' }
  expect(unpackMessage(packMessage(other))).toEqual(other)
})

test('a text is read aloud in pieces that browsers read to their end, and none is lost', () => {
  const text = `One. Two! ${'word '.repeat(100)}\n${'x'.repeat(450)} Ende? 好。好`
  const pieces = splitForVoice(text)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(200)
  expect(pieces.join('').replace(/\s/g, '')).toBe(text.replace(/\s/g, ''))
  expect(splitForVoice(' \n ')).toEqual([])
})
