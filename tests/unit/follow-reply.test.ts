import { readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createReaderProgress } from '#core/replies/relay/reader-progress.ts'
import { finalChunks, type ReplyChunk } from '#core/replies/reply-chunk.ts'
import { createReplyParts } from '#core/replies/reply-parts.ts'
import { toStorableValue } from '#core/storable-text.ts'
import type { MessagePart, MessageStatus } from '#db/entities/message.ts'
import { encodeUiMessageStream } from '#http/streams/ui-message-stream.ts'
import { SAMPLE_USAGE, sampleReply } from '#tests/support/sample-reply.ts'

const STEP = { type: 'step-start' }
const TOOL = { type: 'tool-getWeather', toolCallId: 'call', state: 'input-available', input: {} }
const ANSWERED = { ...TOOL, state: 'output-available', output: { ok: true } }
const text = (words: string) => ({ type: 'text', text: words })
const row = (parts: MessagePart[], status: MessageStatus = 'streaming') => ({
  parts,
  status,
  errorKind: null,
  usage: null,
})

/** Follows a reply whose row holds these parts, one after the other; the last is final. */
function followRows(rows: MessagePart[][]): ReplyChunk[] {
  const progress = createReaderProgress('reply')
  return rows.flatMap((parts) =>
    parts === rows.at(-1)
      ? progress.fromFinalRow(row(parts, 'complete'))
      : progress.fromRow(row(parts)),
  )
}

/** What today's SDK makes of chunks. */
async function readChunks(chunks: ReplyChunk[]) {
  const lines = chunks.map(encodeUiMessageStream).join('').split('\n\n')
  const events = lines.filter((line) => line.startsWith('data: {')).map((line) => line.slice(6))
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const event of events) controller.enqueue(JSON.parse(event))
      controller.close()
    },
  })
  let last: UIMessage | undefined
  const onError = (error: unknown) => {
    throw error
  }
  for await (const message of readUIMessageStream({ stream, onError })) last = message
  return last
}

const GROWTH = [
  [STEP, text('Let me')],
  [STEP, text('Let me see. '), TOOL],
  [STEP, text('Let me see. '), ANSWERED, STEP, text('It ')],
  [STEP, text('Let me see. '), ANSWERED, STEP, text('It rains.')],
]

describe('a reply that is read from its row', () => {
  test('a step ends, with its texts, before the next one begins', () => {
    expect(followRows(GROWTH).map(({ type }) => type)).toEqual([
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

  test("today's SDK reads it as it was written", async () => {
    const parts = [STEP, text('Let me see. '), ANSWERED, STEP, text('It rains.')]
    expect((await readChunks(followRows(GROWTH)))?.parts).toMatchObject(parts)
  })

  test('half of a character that is still being written is not sent', () => {
    const chunks = followRows([
      [STEP, text('Sun \ufffd')],
      [STEP, text('Sun 🌞')],
    ])
    const deltas = chunks.flatMap((chunk) => ('delta' in chunk ? [chunk.delta] : []))
    expect(deltas).toEqual(['Sun ', '🌞'])
  })
})

describe('a reply that is read as it is written', () => {
  test('its chunks are passed on as they are', () => {
    const progress = createReaderProgress('reply')
    expect(progress.fromRelay(sampleReply())).toEqual(sampleReply())
  })

  test('a row that knows no more adds nothing', () => {
    const progress = createReaderProgress('reply')
    const parts = createReplyParts()
    for (const chunk of sampleReply()) {
      parts.apply(chunk)
      expect(progress.fromRelay([chunk])).toEqual([chunk])
      expect(progress.fromRow(row(parts.snapshot()))).toEqual([])
    }
  })
})

/** Texts that the database changes, or that are cut in the middle of a character, among others. */
const someText = fc.array(
  fc.constantFrom('word ', 'x', '\u0000', '🌦️', '\ud83c', '\udf26', '', 'long '.repeat(5)),
  {
    maxLength: 6,
  },
)

type Block =
  | { kind: 'text' | 'reasoning'; deltas: string[] }
  | { kind: 'tool'; fails: boolean }
  | { kind: 'data'; data: string }

const someBlock: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ kind: fc.constantFrom('text' as const, 'reasoning' as const), deltas: someText }),
  fc.record({ kind: fc.constant('tool' as const), fails: fc.boolean() }),
  fc.record({ kind: fc.constant('data' as const), data: fc.string() }),
)

/** The chunks of a reply of so many steps, each of some blocks. */
function chunksOf(steps: Block[][]): ReplyChunk[] {
  let count = 0
  const blockChunks = (block: Block): ReplyChunk[] => {
    const id = `id-${count++}`
    if (block.kind === 'data') {
      return [{ type: 'data-text-delta', data: block.data, transient: true }]
    }
    if (block.kind === 'tool') {
      return [
        { type: 'tool-input-start', toolCallId: id, toolName: 'tool' },
        { type: 'tool-input-available', toolCallId: id, toolName: 'tool', input: {} },
        { type: 'data-title', data: id, transient: true },
        block.fails
          ? { type: 'tool-output-error', toolCallId: id, errorText: 'It failed.' }
          : { type: 'tool-output-available', toolCallId: id, output: { id } },
      ]
    }
    const { kind } = block
    return [
      { type: `${kind}-start`, id },
      ...block.deltas.map((delta): ReplyChunk => ({ type: `${kind}-delta`, id, delta })),
      { type: `${kind}-end`, id },
    ]
  }
  return [
    { type: 'start', messageId: 'reply' },
    ...steps.flatMap((blocks): ReplyChunk[] => [
      { type: 'start-step' },
      ...blocks.flatMap(blockChunks),
      { type: 'finish-step', finishReason: 'stop', usage: SAMPLE_USAGE },
    ]),
    ...finalChunks({
      status: 'complete',
      errorKind: null,
      finishReason: 'stop',
      usage: SAMPLE_USAGE,
    }),
  ]
}

/** The parts as the row holds them after some of the chunks. */
function storedAfter(chunks: ReplyChunk[], count: number): MessagePart[] {
  const parts = createReplyParts()
  for (const chunk of chunks.slice(0, count)) parts.apply(chunk)
  return toStorableValue(parts.snapshot())
}

const isPart = (part: MessagePart | undefined) => (part ?? STEP).type !== 'step-start'

function withoutEmptyParts(parts: MessagePart[]): MessagePart[] {
  return parts
    .filter(({ text }) => text !== '')
    .filter(({ type }, index, kept) => type !== 'step-start' || isPart(kept[index + 1]))
}

describe('a reply that is read now from its row and now as it is written', () => {
  const someSteps = fc.array(fc.array(someBlock, { maxLength: 5 }), { minLength: 1, maxLength: 4 })
  /** How far each source is when the reader looks, in shares of the reply; negative for the row. */
  const someLooks = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { maxLength: 12 })

  test('everything comes once and in order, to the end', async () => {
    await fc.assert(
      fc.asyncProperty(someSteps, someLooks, fc.boolean(), async (steps, looks, endsByRow) => {
        const chunks = chunksOf(steps)
        const progress = createReaderProgress('reply')
        const received: ReplyChunk[] = []
        let position = 0
        let rowPosition = 0
        for (const look of looks) {
          const at = Math.floor(Math.abs(look) * (chunks.length - 1))
          if (look < 0) {
            rowPosition = Math.max(rowPosition, at)
            received.push(...progress.fromRow(row(storedAfter(chunks, rowPosition))))
          } else if (at > position) {
            received.push(...progress.fromRelay(chunks.slice(position, at)))
            position = at
          }
        }
        received.push(
          ...(endsByRow
            ? progress.fromFinalRow(row(storedAfter(chunks, chunks.length), 'complete'))
            : progress.fromRelay(chunks.slice(position))),
        )

        const seen = createReplyParts()
        for (const chunk of received) seen.apply(chunk)
        expect(withoutEmptyParts(toStorableValue(seen.snapshot()))).toEqual(
          withoutEmptyParts(storedAfter(chunks, chunks.length)),
        )
        const data = (list: ReplyChunk[]) => list.filter(({ type }) => type.startsWith('data-'))
        expect(data(received)).toEqual(data(endsByRow ? chunks.slice(0, position) : chunks))
        expect(received.filter(({ type }) => type === 'start')).toHaveLength(1)
        expect(received.at(-1)?.type).toBe('finish')
        await readChunks(received)
      }),
      { numRuns: 300 },
    )
  })
})
