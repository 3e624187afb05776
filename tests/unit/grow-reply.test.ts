import { expect, test } from 'vitest'
import type { ReplyChunk } from '#core/chat/reply-chunk.ts'
import { createGrowingReply } from '#hooks/chat/grow-reply.ts'
import { encodeUiMessageStream } from '#http/streams/ui-message-stream.ts'

const USAGE = { inputTokens: 1, outputTokens: 1, reasoningTokens: null }

/** Grows a reply from what the server really sends for these chunks. */
function grow(...chunks: ReplyChunk[]) {
  const reply = createGrowingReply()
  for (const chunk of chunks) {
    for (const line of encodeUiMessageStream(chunk).split('\n')) {
      if (line.startsWith('data: {')) reply.apply(JSON.parse(line.slice(6)))
    }
  }
  return reply
}

test('texts, reasoning and tools grow side by side', () => {
  const reply = grow(
    { type: 'start', messageId: 'm1' },
    { type: 'step-start' },
    { type: 'reasoning-start', id: '0' },
    { type: 'reasoning-delta', id: '0', delta: 'Hm' },
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'Hel' },
    { type: 'text-delta', id: '0', delta: 'lo' },
    { type: 'tool-input-start', toolCallId: 't', toolName: 'getWeather' },
    { type: 'tool-input', toolCallId: 't', toolName: 'getWeather', input: { latitude: 1 } },
    { type: 'tool-output', toolCallId: 't', toolName: 'getWeather', output: { current: 7 } },
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'Seven.' },
    { type: 'finish', finishReason: 'stop', usage: USAGE },
  )
  expect(reply).toMatchObject({ messageId: 'm1', end: 'complete' })
  expect(reply.parts).toMatchObject([
    { type: 'reasoning', text: 'Hm' },
    { type: 'text', text: 'Hello' },
    { type: 'tool-getWeather', state: 'output-available', output: { current: 7 } },
    { type: 'text', text: 'Seven.' },
  ])
})

test('parts that do not change keep their identity', () => {
  const reply = createGrowingReply()
  reply.apply({ type: 'text-start', id: '0' })
  reply.apply({ type: 'text-delta', id: '0', delta: 'one' })
  reply.apply({ type: 'text-start', id: '1' })
  const [first] = reply.parts
  reply.apply({ type: 'text-delta', id: '1', delta: 'two' })
  expect(reply.parts[0]).toBe(first)
})

test('the ends are told apart', () => {
  const finish = { type: 'finish', finishReason: 'other', usage: USAGE } as const
  expect(grow(finish).end).toBe('complete')
  expect(grow({ ...finish, aborted: true }).end).toBe('aborted')
  expect(grow({ type: 'error', message: 'Oops' }, { ...finish, aborted: true }).end).toBe('failed')
  expect(grow({ type: 'step-start' }).end).toBeUndefined()
})

test('what a document tool writes is shown in its part, and gone when the tool is done', () => {
  const call = { toolCallId: 't', toolName: 'createDocument' }
  const chunks: ReplyChunk[] = [
    { type: 'tool-input', ...call, input: { title: 'Rain' } },
    { type: 'data', name: 'title', content: 'Rain' },
    { type: 'data', name: 'text-delta', content: 'It ' },
    { type: 'data', name: 'text-delta', content: 'rains.' },
  ]
  expect(grow(...chunks).parts[0]).toMatchObject({ draft: { title: 'Rain', content: 'It rains.' } })
  const done = grow(...chunks, { type: 'tool-output', ...call, output: { id: 'd' } })
  expect(done.parts[0]?.draft).toBeUndefined()
})
