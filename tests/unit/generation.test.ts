import { APICallError } from 'ai'
import { describe, expect, test } from 'vitest'
import { createLogger } from '#core/log.ts'
import { startGeneration } from '#core/replies/generation.ts'
import { NO_USAGE } from '#core/replies/message-usage.ts'
import type { FinalReply, ReplyChunk } from '#core/replies/reply-chunk.ts'
import { collect } from '#tests/support/collect.ts'

const STEP: ReplyChunk = { type: 'start-step' }
const END: ReplyChunk = { type: 'finish-step', finishReason: 'stop', usage: NO_USAGE }
const HUGE = 'x'.repeat(9 * 1024 * 1024)

function text(delta: string): ReplyChunk[] {
  return [
    { type: 'text-start', id: '0' },
    { type: 'text-delta', id: '0', delta },
  ]
}

function toolCall(input: unknown): ReplyChunk {
  return { type: 'tool-input-available', toolCallId: 'c', toolName: 'getWeather', input }
}

type Options = { fails?: unknown; store?: () => Promise<boolean> }

/** Writes a reply of these chunks to its end; returns what its readers, its row and the metrics get. */
async function write(chunks: ReplyChunk[], { fails, store }: Options = {}) {
  let stored: FinalReply | undefined
  let counted: FinalReply | undefined
  const generation = startGeneration({
    chatId: 'chat',
    userId: 'user',
    replyId: 'reply',
    generationId: 'generation',
    hasReplaced: false,
    log: createLogger('silent', 'test'),
    async *call() {
      yield* chunks
      if (fails) throw fails
    },
    async store(_generation, final) {
      stored = final
      return store ? store() : true
    },
    onEnd(_generation, final) {
      counted = final
    },
  })
  const batches = collect(generation.listen())
  const firstPart = await generation.firstPart
  return { firstPart, chunks: (await batches).flat(), stored, counted }
}

describe('a reply', () => {
  test('it is complete when the model has written something', async () => {
    const { firstPart, stored, chunks } = await write([STEP, ...text('Hi'), END])
    expect(firstPart).toBe('started')
    expect(stored).toMatchObject({ status: 'complete', errorKind: null })
    expect(chunks.at(-1)).toMatchObject({ type: 'finish' })
  })

  test.each<[string, ReplyChunk[]]>([
    ['nothing at all', []],
    ['an empty step', [STEP, END]],
    ['an empty text', [STEP, { type: 'text-start', id: '0' }, { type: 'text-end', id: '0' }, END]],
    ['blank text', [STEP, ...text(' \n'), END]],
  ])('it has failed as empty when the model gave %s', async (_what, given) => {
    const { stored, chunks } = await write(given)
    expect(stored).toMatchObject({ status: 'failed', errorKind: 'empty' })
    expect(chunks).toContainEqual({ type: 'data-error-kind', data: 'empty', transient: true })
  })

  test('it is not empty when the model only called a tool', async () => {
    const { stored } = await write([STEP, toolCall({}), END])
    expect(stored).toMatchObject({ status: 'complete' })
  })

  test('a title does not begin it: a failure after one comes before the first part', async () => {
    const title: ReplyChunk = { type: 'data-chat-title', data: 'Rain', transient: true }
    const { firstPart, stored } = await write([STEP, title], { fails: new Error('boom') })
    expect(firstPart).toBe('failed')
    expect(stored).toMatchObject({ status: 'failed', errorKind: 'unknown' })
  })

  test('its kind of failure comes before its error, and is not in the words of the provider', async () => {
    const fails = new APICallError({
      message: 'secret words',
      url: 'https://api.example.com',
      requestBodyValues: {},
      statusCode: 429,
      data: { error: { code: 'insufficient_quota' } },
    })
    const { chunks } = await write([STEP, ...text('So far')], { fails })
    const kind = chunks.findIndex(({ type }) => type === 'data-error-kind')
    expect(chunks[kind]).toEqual({ type: 'data-error-kind', data: 'quota', transient: true })
    expect(chunks[kind + 1]).toMatchObject({ type: 'error' })
    expect(JSON.stringify(chunks)).not.toContain('secret')
  })

  test('it has failed, for its readers and the metrics, when it could not be stored', async () => {
    const { stored, counted, chunks } = await write([STEP, ...text('Hi'), END], {
      store: () => Promise.reject(new Error('no room')),
    })
    expect(stored?.status).toBe('complete')
    expect(counted).toMatchObject({ status: 'failed', errorKind: 'unknown' })
    expect(chunks.some(({ type }) => type === 'error')).toBe(true)
  })

  test.each<[string, ReplyChunk[]]>([
    ['texts', [...text(HUGE), ...text(HUGE)]],
    ['inputs of tools', [toolCall({ title: HUGE }), toolCall({ title: HUGE })]],
    [
      'outputs of tools',
      [
        toolCall({}),
        { type: 'tool-output-available', toolCallId: 'c', output: { rows: [HUGE, HUGE] } },
      ],
    ],
  ])('it is cut when its %s are too long together', async (_what, given) => {
    const { stored } = await write([STEP, ...given, ...text('more'), END])
    expect(stored).toMatchObject({ status: 'failed', errorKind: 'cut' })
  })
})
