import { expect, test } from 'vitest'
import type { ReplyChunk } from '#core/replies/reply-chunk.ts'
import { createReplyParts } from '#core/replies/reply-parts.ts'
import { createDocumentDrafts } from '#hooks/chat/document-drafts.ts'
import { createGrowingReply } from '#hooks/chat/grow-reply.ts'
import { encodeUiMessageStream } from '#http/streams/ui-message-stream.ts'
import { sampleReply } from '#tests/support/sample-reply.ts'

/** Grows a reply from what the server really sends for these chunks. */
function grow(...chunks: ReplyChunk[]) {
  const reply = createGrowingReply(createDocumentDrafts({ schedule: () => {} }))
  for (const chunk of chunks) {
    for (const line of encodeUiMessageStream(chunk).split('\n')) {
      if (line.startsWith('data: {')) reply.apply(JSON.parse(line.slice(6)))
    }
  }
  return reply
}

test('a growing reply collects texts, reasoning and tools side by side', () => {
  const reply = grow(
    { type: 'start', messageId: 'm1' },
    { type: 'start-step' },
    { type: 'reasoning-start', id: '0' },
    { type: 'reasoning-delta', id: '0', delta: 'Hm' },
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'Hel' },
    { type: 'text-delta', id: '0', delta: 'lo' },
    { type: 'tool-input-start', toolCallId: 't', toolName: 'getWeather' },
    {
      type: 'tool-input-available',
      toolCallId: 't',
      toolName: 'getWeather',
      input: { latitude: 1 },
    },
    { type: 'tool-output-available', toolCallId: 't', output: { current: 7 } },
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta: 'Seven.' },
    { type: 'finish', finishReason: 'stop' },
  )
  expect(reply).toMatchObject({ messageId: 'm1', end: 'complete' })
  expect(reply.parts).toMatchObject([
    { type: 'step-start' },
    { type: 'reasoning', text: 'Hm' },
    { type: 'text', text: 'Hello' },
    { type: 'tool-getWeather', state: 'output-available', output: { current: 7 } },
    { type: 'text', text: 'Seven.' },
  ])
})

test('parts of a growing reply that do not change keep their identity', () => {
  const reply = createGrowingReply()
  reply.apply({ type: 'text-start', id: '0' })
  reply.apply({ type: 'text-delta', id: '0', delta: 'one' })
  reply.apply({ type: 'text-start', id: '1' })
  const [first] = reply.parts
  reply.apply({ type: 'text-delta', id: '1', delta: 'two' })
  expect(reply.parts[0]).toBe(first)
})

test('the end of a growing reply says whether it is complete, stopped or failed', () => {
  expect(grow({ type: 'finish' }).end).toBe('complete')
  expect(grow({ type: 'abort' }).end).toBe('aborted')
  expect(grow({ type: 'error', errorText: 'Oops' }, { type: 'abort' }).end).toBe('failed')
  expect(grow({ type: 'start-step' }).end).toBeUndefined()
})

test('the document that a tool writes is named in its part until the tool is done', () => {
  const call = { toolCallId: 't', toolName: 'createDocument' }
  const chunks: ReplyChunk[] = [
    { type: 'tool-input-available', ...call, input: { title: 'Rain' } },
    { type: 'data-kind', data: 'text', transient: true },
    { type: 'data-id', data: 'd', transient: true },
    { type: 'data-title', data: 'Rain', transient: true },
    { type: 'data-clear', data: '', transient: true },
    { type: 'data-text-delta', data: 'It ', transient: true },
  ]
  expect(grow(...chunks).parts[0]).toMatchObject({ draft: { id: 'd', title: 'Rain' } })
  const done = grow(...chunks, {
    type: 'tool-output-available',
    toolCallId: 't',
    output: { id: 'd' },
  })
  expect(done.parts[0]?.draft).toBeUndefined()
})

test('the page ends with the parts that the server stores', () => {
  const stored = createReplyParts()
  for (const chunk of sampleReply()) stored.apply(chunk)
  const shown = grow(...sampleReply()).parts.map(({ done, draft, ...part }) => part)
  expect(shown).toEqual(stored.snapshot())
})
