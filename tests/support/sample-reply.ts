import type { ReplyChunk } from '#core/replies/reply-chunk.ts'
import type { MessageUsage } from '#db/entities/message.ts'

export const SAMPLE_MESSAGE_ID = '6f5902ac-237e-4a3b-8f1c-0c1f2b1f0001'
export const SAMPLE_USAGE: MessageUsage = { inputTokens: 21, outputTokens: 34, reasoningTokens: 8 }

/** A reply with everything in it: reasoning, text, tools with streamed arguments, data, two steps. */
export function sampleReply(): ReplyChunk[] {
  return [
    { type: 'start', messageId: SAMPLE_MESSAGE_ID },
    { type: 'start-step' },
    { type: 'reasoning-start', id: 'r1' },
    { type: 'reasoning-delta', id: 'r1', delta: 'They ask ' },
    { type: 'reasoning-delta', id: 'r1', delta: 'for the weather.' },
    { type: 'reasoning-end', id: 'r1' },
    { type: 'reasoning-start', id: 'r2' },
    { type: 'reasoning-delta', id: 'r2', delta: 'I have a tool.' },
    { type: 'reasoning-end', id: 'r2' },
    { type: 'text-start', id: 't1' },
    { type: 'text-delta', id: 't1', delta: 'Let me "look"\n' },
    { type: 'text-delta', id: 't1', delta: 'it up \u2028 🌦️' },
    { type: 'text-end', id: 't1' },
    { type: 'tool-input-start', toolCallId: 'call_1', toolName: 'getWeather' },
    { type: 'tool-input-delta', toolCallId: 'call_1', inputTextDelta: '{"latitude":48.' },
    { type: 'tool-input-delta', toolCallId: 'call_1', inputTextDelta: '85,"longitude":2.35}' },
    {
      type: 'tool-input-available',
      toolCallId: 'call_1',
      toolName: 'getWeather',
      input: { latitude: 48.85, longitude: 2.35 },
    },
    {
      type: 'tool-input-available',
      toolCallId: 'call_2',
      toolName: 'createDocument',
      input: { title: 'Rain', kind: 'text' },
    },
    { type: 'data-kind', data: 'text', transient: true },
    { type: 'data-clear', data: '', transient: true },
    { type: 'data-text-delta', data: 'It rains', transient: true },
    {
      type: 'tool-output-available',
      toolCallId: 'call_1',
      output: { current: { temperature_2m: 12.5 } },
    },
    {
      type: 'tool-output-error',
      toolCallId: 'call_2',
      errorText: 'The document could not be written.',
    },
    { type: 'finish-step', finishReason: 'tool-calls', usage: SAMPLE_USAGE },
    { type: 'start-step' },
    { type: 'text-start', id: 't2' },
    { type: 'text-delta', id: 't2', delta: 'It is 12.5 °C.' },
    { type: 'text-end', id: 't2' },
    { type: 'finish-step', finishReason: 'stop', usage: SAMPLE_USAGE },
    { type: 'finish', finishReason: 'stop', messageMetadata: { usage: SAMPLE_USAGE } },
  ]
}
