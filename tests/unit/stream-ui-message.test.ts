import {
  DefaultChatTransport,
  parseJsonEventStream,
  readUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
  uiMessageChunkSchema,
} from 'ai'
import { describe, expect, test } from 'vitest'
import { type ReplyChunk, STREAM_ERROR_TEXT } from '#core/replies/reply-chunk.ts'
import { encodeUiMessageStream } from '#http/streams/ui-message-stream.ts'
import { SAMPLE_MESSAGE_ID, SAMPLE_USAGE, sampleReply } from '#tests/support/sample-reply.ts'

function encode(chunks: ReplyChunk[]): string {
  return chunks.map(encodeUiMessageStream).join('')
}

/** Reads a body with the transport that the SDK's `useChat` uses. */
async function readWithTransport(body: string) {
  const transport = new DefaultChatTransport({
    api: 'http://chat.test/api/chat',
    fetch: async () => new Response(body),
  })
  const stream = await transport.sendMessages({
    chatId: 'c',
    trigger: 'submit-message',
    messageId: undefined,
    messages: [],
    abortSignal: undefined,
  })
  const [forChunks, forMessage] = stream.tee()
  const errors: unknown[] = []
  let message: UIMessage | undefined
  const [chunks] = await Promise.all([
    collect(forChunks),
    (async () => {
      const messages = readUIMessageStream({
        stream: forMessage,
        onError: (error) => errors.push(error),
      })
      for await (const update of messages) message = update
    })(),
  ])
  return { chunks, message, errors }
}

async function collect(stream: ReadableStream<UIMessageChunk>) {
  const chunks: UIMessageChunk[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}

describe('UI message stream', () => {
  test("today's SDK reads a whole reply", async () => {
    const { message, chunks, errors } = await readWithTransport(encode(sampleReply()))

    expect(errors).toEqual([])
    expect(message?.id).toBe(SAMPLE_MESSAGE_ID)
    expect(message?.parts).toMatchObject([
      { type: 'step-start' },
      { type: 'reasoning', text: 'They ask for the weather.', state: 'done' },
      { type: 'reasoning', text: 'I have a tool.', state: 'done' },
      { type: 'text', text: 'Let me "look"\nit up \u2028 🌦️', state: 'done' },
      {
        type: 'tool-getWeather',
        state: 'output-available',
        input: { latitude: 48.85, longitude: 2.35 },
        output: { current: { temperature_2m: 12.5 } },
      },
      {
        type: 'tool-createDocument',
        state: 'output-error',
        input: { title: 'Rain', kind: 'text' },
        errorText: 'The document could not be written.',
      },
      { type: 'step-start' },
      { type: 'text', text: 'It is 12.5 °C.' },
    ])
    expect(message?.metadata).toEqual({ usage: SAMPLE_USAGE })
    expect(chunks.filter((chunk) => chunk.type.startsWith('data-'))).toEqual([
      { type: 'data-kind', data: 'text', transient: true },
      { type: 'data-clear', data: '', transient: true },
      { type: 'data-text-delta', data: 'It rains', transient: true },
    ])
    expect(chunks.at(-1)).toEqual({
      type: 'finish',
      finishReason: 'stop',
      messageMetadata: { usage: SAMPLE_USAGE },
    })
  })

  test('every event fits the schema of the SDK, and the stream ends with [DONE]', async () => {
    const body = encode(sampleReply())
    const results = parseJsonEventStream({
      stream: new Response(body).body as ReadableStream<Uint8Array>,
      schema: uiMessageChunkSchema,
    })
    let count = 0
    for await (const result of results) {
      expect(result.success).toBe(true)
      count += 1
    }
    expect(count).toBe(sampleReply().length)
    expect(body.endsWith('data: [DONE]\n\n')).toBe(true)
  })

  test('an error is shown with the fixed error text', async () => {
    const { message, errors, chunks } = await readWithTransport(
      encode([
        { type: 'start', messageId: SAMPLE_MESSAGE_ID },
        { type: 'start-step' },
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: 'So far' },
        { type: 'error', errorText: STREAM_ERROR_TEXT },
        { type: 'message-metadata', messageMetadata: { usage: SAMPLE_USAGE } },
        { type: 'abort' },
      ]),
    )
    expect(message?.parts).toMatchObject([{ type: 'step-start' }, { type: 'text', text: 'So far' }])
    expect(errors).toMatchObject([{ message: STREAM_ERROR_TEXT }])
    expect(chunks).toContainEqual({ type: 'error', errorText: STREAM_ERROR_TEXT })
  })

  test('a stopped reply ends with an abort and keeps its usage', async () => {
    const { message, chunks } = await readWithTransport(
      encode([
        { type: 'start', messageId: SAMPLE_MESSAGE_ID },
        { type: 'start-step' },
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: 'Half' },
        { type: 'text-end', id: 't' },
        { type: 'message-metadata', messageMetadata: { usage: SAMPLE_USAGE } },
        { type: 'abort' },
      ]),
    )
    expect(message?.metadata).toEqual({ usage: SAMPLE_USAGE })
    expect(chunks.at(-1)).toEqual({ type: 'abort' })
    expect(chunks.some((chunk) => chunk.type === 'finish')).toBe(false)
  })
})
