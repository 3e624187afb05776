import { readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai'
import { expect, test } from 'vitest'
import { chunksOfRow } from '#core/replies/follow-reply.ts'
import type { ReplyChunk } from '#core/replies/reply-chunk.ts'
import type { MessagePart } from '#db/entities/message.ts'
import { encodeUiMessageStream } from '#http/streams/ui-message-stream.ts'

const STEP = { type: 'step-start' }
const TOOL = { type: 'tool-getWeather', toolCallId: 'call', state: 'input-available', input: {} }
const ANSWERED = { ...TOOL, state: 'output-available', output: { ok: true } }
const text = (words: string) => ({ type: 'text', text: words })

/** Follows a reply whose row holds these parts, one after the other; the last is final. */
function follow(rows: MessagePart[][]): ReplyChunk[] {
  const chunks = rows.flatMap((parts, index) =>
    chunksOfRow(rows[index - 1] ?? [], {
      parts,
      status: parts === rows.at(-1) ? 'complete' : 'streaming',
      errorKind: null,
      usage: null,
      isAlive: true,
    }),
  )
  return [{ type: 'start', messageId: 'reply' }, ...chunks]
}

const GROWTH = [
  [STEP, text('Let me')],
  [STEP, text('Let me see. '), TOOL],
  [STEP, text('Let me see. '), ANSWERED, STEP, text('It ')],
  [STEP, text('Let me see. '), ANSWERED, STEP, text('It rains.')],
]

test('a followed step ends, with its texts, before the next one begins', async () => {
  expect(follow(GROWTH).map(({ type }) => type)).toEqual([
    'start',
    'start-step',
    'text-start',
    'text-delta',
    'text-delta',
    'tool-input-available',
    'tool-output-available',
    'text-end',
    'finish-step',
    'start-step',
    'text-start',
    'text-delta',
    'text-delta',
    'text-end',
    'finish-step',
    'finish',
  ])
})

test("today's SDK reads what was followed as it was written", async () => {
  const lines = follow(GROWTH).map(encodeUiMessageStream).join('').split('\n\n')
  const events = lines.filter((line) => line.startsWith('data: {')).map((line) => line.slice(6))
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const event of events) controller.enqueue(JSON.parse(event))
      controller.close()
    },
  })
  let last: UIMessage | undefined
  for await (const message of readUIMessageStream({ stream })) last = message
  const parts = [STEP, text('Let me see. '), ANSWERED, STEP, text('It rains.')]
  expect(last?.parts).toMatchObject(parts)
})
