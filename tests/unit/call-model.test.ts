import { setTimeout as sleep } from 'node:timers/promises'
import { type ModelMessage, type ToolSet, tool } from 'ai'
import { convertArrayToReadableStream, MockLanguageModelV4 } from 'ai/test'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { LanguageModelV4StreamPart } from '#core/ai/provider-types.ts'
import { AppError } from '#core/app-error.ts'
import type { Logger } from '#core/log.ts'
import { callModel } from '#core/replies/call-model.ts'
import type { ReplyChunk } from '#core/replies/reply-chunk.ts'

type Parts = LanguageModelV4StreamPart[]

const USAGE = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 2, text: 2, reasoning: 0 },
}

const text = (words: string, id = '0'): Parts => [
  { type: 'text-start', id },
  { type: 'text-delta', id, delta: words },
  { type: 'text-end', id },
]

const toolCall = (toolCallId: string, toolName: string, input: unknown): Parts => [
  { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) },
]

const finish = (unified: 'stop' | 'tool-calls' | 'interrupted' = 'stop'): Parts => [
  { type: 'finish', finishReason: { unified, raw: unified }, usage: USAGE },
]

/** Starts a call of a model that writes these parts, step by step, and the last again and again. */
function start(
  steps: Array<Parts | ReadableStream<LanguageModelV4StreamPart>>,
  tools: ToolSet = {},
) {
  const prompts: unknown[] = []
  const model = new MockLanguageModelV4({
    doStream: async ({ prompt }) => {
      const step = steps[Math.min(prompts.push(prompt), steps.length) - 1] ?? []
      return { stream: Array.isArray(step) ? convertArrayToReadableStream(step) : step }
    },
  })
  const abort = new AbortController()
  const log = { error: vi.fn() }
  const onSpent = vi.fn()
  const messages: ModelMessage[] = [{ role: 'user', content: 'Hi' }]
  const chunks = callModel({
    chatModel: { model, toolsEnabled: true, name: 'mock' },
    instructions: 'Be brief.',
    messages,
    tools,
    abortSignal: abort.signal,
    log: log as unknown as Logger,
    onSpent,
  })
  return { chunks, prompts, abort, log, onSpent }
}

async function collect(chunks: AsyncIterable<ReplyChunk>): Promise<ReplyChunk[]> {
  const all: ReplyChunk[] = []
  for await (const chunk of chunks) all.push(chunk)
  return all
}

const ofType = (chunks: ReplyChunk[], type: string) => chunks.filter((chunk) => chunk.type === type)

/** A tool that gives what it is given, after some milliseconds. */
const echo = tool({
  inputSchema: z.object({ word: z.string(), ms: z.number() }),
  execute: async ({ word, ms }) => {
    await sleep(ms)
    return { word, missing: undefined }
  },
})

const failing = (error: Error) =>
  tool({ inputSchema: z.object({}), execute: (): Promise<string> => Promise.reject(error) })

describe('tools of a step', () => {
  test('run at once, are shown as they end, and go to the model in the order of its calls', async () => {
    const { chunks, prompts, onSpent } = start(
      [
        [
          ...text('Let me see.'),
          { type: 'reasoning-start', id: '0', providerMetadata: { openai: { itemId: 'r1' } } },
          { type: 'reasoning-end', id: '0', providerMetadata: { openai: { itemId: 'r1' } } },
          ...toolCall('a', 'echo', { word: 'slow', ms: 60 }),
          ...toolCall('b', 'echo', { word: 'quick', ms: 0 }),
          ...finish('tool-calls'),
        ],
        [...text('Done.'), ...finish()],
      ],
      { echo },
    )
    const all = await collect(chunks)
    expect(ofType(all, 'tool-output-available')).toEqual([
      { type: 'tool-output-available', toolCallId: 'b', output: { word: 'quick' } },
      { type: 'tool-output-available', toolCallId: 'a', output: { word: 'slow' } },
    ])
    expect(prompts[1]).toMatchObject([
      { role: 'system' },
      { role: 'user' },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me see.' },
          { type: 'reasoning', providerOptions: { openai: { itemId: 'r1' } } },
          { type: 'tool-call', toolCallId: 'a' },
          { type: 'tool-call', toolCallId: 'b' },
        ],
      },
      {
        role: 'tool',
        content: [
          { toolCallId: 'a', output: { type: 'json', value: { word: 'slow' } } },
          { toolCallId: 'b', output: { type: 'json', value: { word: 'quick' } } },
        ],
      },
    ])
    expect(ofType(all, 'finish-step')).toHaveLength(2)
    expect(onSpent.mock.calls).toEqual([[24]])
  })

  test('are not run when the model gets their input wrong, which it is told', async () => {
    const { chunks, prompts } = start(
      [
        [...toolCall('a', 'echo', { word: 1 }), ...finish('tool-calls')],
        [...text('Sorry.'), ...finish()],
      ],
      { echo },
    )
    expect(ofType(await collect(chunks), 'tool-output-error')).toEqual([
      { type: 'tool-output-error', toolCallId: 'a', errorText: 'The tool failed.' },
    ])
    expect(JSON.stringify(prompts[1])).toMatch(/error-text.*Invalid input for tool echo/)
  })

  test('that fail say why only where that is written for users', async () => {
    const { chunks, prompts, log } = start(
      [
        [...toolCall('a', 'broken', {}), ...toolCall('b', 'away', {}), ...finish('tool-calls')],
        [...text('Sorry.'), ...finish()],
      ],
      {
        broken: failing(new Error('password authentication failed')),
        away: failing(new AppError('unavailable', 'Try again in a moment.')),
      },
    )
    expect(ofType(await collect(chunks), 'tool-output-error')).toMatchObject([
      { toolCallId: 'a', errorText: 'The tool failed.' },
      { toolCallId: 'b', errorText: 'Try again in a moment.' },
    ])
    expect(JSON.stringify(prompts[1])).toMatch(/The tool failed\..*Try again in a moment\./)
    expect(JSON.stringify(prompts[1])).not.toContain('password')
    expect(log.error.mock.calls).toMatchObject([[{ toolName: 'broken' }, 'tool failed']])
  })

  test('are not run when the stream has ended too soon', async () => {
    const execute = vi.fn()
    const { chunks } = start([[...toolCall('a', 'spy', {}), ...finish('interrupted')]], {
      spy: tool({ inputSchema: z.object({}), execute }),
    })
    await expect(collect(chunks)).rejects.toMatchObject({ kind: 'cut' })
    expect(execute).not.toHaveBeenCalled()
  })

  test('are called in five steps at most', async () => {
    const { chunks, prompts } = start(
      [[...toolCall('a', 'echo', { word: 'again', ms: 0 }), ...finish('tool-calls')]],
      { echo },
    )
    expect(ofType(await collect(chunks), 'tool-output-available')).toHaveLength(5)
    expect(prompts).toHaveLength(5)
  })
})

test('each block of text has an id of its own, also where the provider begins anew', async () => {
  const { chunks } = start(
    [
      [
        ...text('One.'),
        ...text('Two.'),
        ...toolCall('a', 'echo', { word: '', ms: 0 }),
        ...finish(),
      ],
      [...text('Three.'), ...finish()],
    ],
    { echo },
  )
  const all = await collect(chunks)
  const ids = (type: string) => ofType(all, type).map((chunk) => 'id' in chunk && chunk.id)
  expect(new Set(ids('text-start')).size).toBe(3)
  expect(ids('text-delta')).toEqual(ids('text-start'))
  expect(ids('text-end')).toEqual(ids('text-start'))
})

test('a stream without its end is cut', async () => {
  await expect(collect(start([text('Half')]).chunks)).rejects.toMatchObject({ kind: 'cut' })
})

describe('a call that is stopped', () => {
  test('ends at once, whatever its tools do', async () => {
    const execute = vi.fn(() => new Promise(() => {}))
    const { chunks, abort, onSpent } = start(
      [[...toolCall('a', 'endless', {}), ...finish('tool-calls')]],
      { endless: tool({ inputSchema: z.object({}), execute }) },
    )
    const reading = collect(chunks)
    await expect.poll(() => execute.mock.calls.length).toBe(1)
    abort.abort(new Error('stopped'))
    await expect(reading).rejects.toThrow('stopped')
    expect(onSpent.mock.calls).toEqual([[12]])
  })

  test('ends at once, whatever its provider does', async () => {
    const { chunks, abort, prompts, onSpent } = start([
      new ReadableStream({ start: (stream) => stream.enqueue({ type: 'text-start', id: '0' }) }),
    ])
    const reading = collect(chunks)
    await expect.poll(() => prompts.length).toBe(1)
    abort.abort(new Error('stopped'))
    await expect(reading).rejects.toThrow('stopped')
    expect(onSpent).toHaveBeenCalledOnce()
  })
})
