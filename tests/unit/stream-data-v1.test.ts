import { callChatApi, parseDataStreamPart, type UIMessage } from '@ai-sdk/ui-utils'
import { describe, expect, test } from 'vitest'
import { NO_USAGE } from '#core/replies/message-usage.ts'
import { type ReplyChunk, STREAM_ERROR_TEXT } from '#core/replies/reply-chunk.ts'
import { createDataStreamV1Encoder } from '#http/streams/data-stream-v1.ts'
import { SAMPLE_MESSAGE_ID, SAMPLE_USAGE, sampleReply } from '#tests/support/sample-reply.ts'

function encode(chunks: ReplyChunk[]): string {
  const encodeChunk = createDataStreamV1Encoder()
  return chunks.map(encodeChunk).join('')
}

/** Reads a body with the code that ai@4's `useChat` reads it with. */
async function readWithAi4(body: string) {
  let message: UIMessage | undefined
  let data: unknown[] | undefined
  let finish: unknown
  await callChatApi({
    api: 'http://chat.test/api/chat',
    body: {},
    streamProtocol: 'data',
    credentials: undefined,
    headers: undefined,
    abortController: undefined,
    restoreMessagesOnFailure: () => {},
    onResponse: undefined,
    onUpdate: (update) => {
      message = update.message
      data = update.data
    },
    onFinish: (_message, options) => {
      finish = options
    },
    onToolCall: undefined,
    generateId: () => 'made-by-client',
    fetch: async () => new Response(body),
    lastMessage: undefined,
  })
  return { message, data, finish }
}

describe('data stream v1', () => {
  test('the ai@4 client reads a whole reply', async () => {
    const { message, data, finish } = await readWithAi4(encode(sampleReply()))

    expect(message).toMatchObject({
      id: SAMPLE_MESSAGE_ID,
      role: 'assistant',
      content: 'Let me "look"\nit up \u2028 🌦️It is 12.5 °C.',
      reasoning: 'They ask for the weather.\n\nI have a tool.',
    })
    expect(message?.parts.map((part) => part.type)).toEqual([
      'step-start',
      'reasoning',
      'text',
      'tool-invocation',
      'tool-invocation',
      'step-start',
      'text',
    ])
    expect(message?.toolInvocations).toMatchObject([
      {
        state: 'result',
        toolCallId: 'call_1',
        toolName: 'getWeather',
        args: { latitude: 48.85, longitude: 2.35 },
        result: { current: { temperature_2m: 12.5 } },
      },
      {
        state: 'result',
        toolCallId: 'call_2',
        toolName: 'createDocument',
        result: { error: 'The document could not be written.' },
      },
    ])
    expect(data).toEqual([
      { type: 'kind', content: 'text' },
      { type: 'clear', content: '' },
      { type: 'text-delta', content: 'It rains' },
    ])
    expect(finish).toEqual({
      finishReason: 'stop',
      usage: { promptTokens: 21, completionTokens: 34, totalTokens: 55 },
    })
  })

  test('ai@4 parses each line, and every step names the same message', () => {
    const lines = encode(sampleReply()).trimEnd().split('\n')
    const parts = lines.map((line) => parseDataStreamPart(line))

    const starts = parts.filter((part) => part.type === 'start_step')
    expect(starts.map((part) => part.value)).toEqual([
      { messageId: SAMPLE_MESSAGE_ID },
      { messageId: SAMPLE_MESSAGE_ID },
    ])
    expect(lines).toContain('b:{"toolCallId":"call_1","toolName":"getWeather"}')
    expect(lines).toContain('c:{"toolCallId":"call_1","argsTextDelta":"{\\"latitude\\":48."}')
    expect(lines.at(-2)).toBe(
      'e:{"finishReason":"stop","usage":{"promptTokens":21,"completionTokens":34},"isContinued":false}',
    )
    expect(lines.at(-1)).toBe(
      'd:{"finishReason":"stop","usage":{"promptTokens":21,"completionTokens":34}}',
    )
  })

  test('an error has the fixed error text, and the ai@4 client throws it', async () => {
    const body = encode([
      { type: 'start', messageId: SAMPLE_MESSAGE_ID },
      { type: 'start-step' },
      { type: 'text-delta', id: 't', delta: 'So far' },
      { type: 'error', errorText: STREAM_ERROR_TEXT },
      { type: 'message-metadata', messageMetadata: { usage: SAMPLE_USAGE } },
      { type: 'abort' },
    ])
    expect(body).toContain('\n3:"Oops, an error occured!"\n')
    await expect(readWithAi4(body)).rejects.toThrow(STREAM_ERROR_TEXT)
  })

  test('input that is not an object, no output and unknown usage still parse', async () => {
    const body = encode([
      { type: 'start', messageId: SAMPLE_MESSAGE_ID },
      { type: 'start-step' },
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'getWeather', input: 'Paris' },
      { type: 'tool-output-available', toolCallId: 'c', output: null },
      { type: 'message-metadata', messageMetadata: { usage: NO_USAGE } },
      { type: 'abort' },
    ])
    const { message, finish } = await readWithAi4(body)
    expect(message?.toolInvocations).toMatchObject([
      { args: { input: 'Paris' }, state: 'result', result: null },
    ])
    expect(finish).toMatchObject({ finishReason: 'other', usage: { promptTokens: Number.NaN } })
  })

  test('a text delta is encoded as one line', () => {
    const encodeChunk = createDataStreamV1Encoder()
    expect(encodeChunk({ type: 'text-start', id: 't' })).toBe('')
    expect(encodeChunk({ type: 'text-delta', id: 't', delta: 'a"b\n' })).toBe('0:"a\\"b\\n"\n')
    expect(encodeChunk({ type: 'text-end', id: 't' })).toBe('')
  })
})
