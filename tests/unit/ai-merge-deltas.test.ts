import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { mergeDeltas } from '#core/ai/merge-deltas.ts'
import type { LanguageModelV4StreamPart } from '#core/ai/provider-types.ts'
import { collect } from '#tests/support/collect.ts'

const text = (delta: string, id = 't'): LanguageModelV4StreamPart => ({
  type: 'text-delta',
  id,
  delta,
})

function from(parts: LanguageModelV4StreamPart[]) {
  return new ReadableStream<LanguageModelV4StreamPart>({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}

describe('mergeDeltas', () => {
  test('deltas that arrive together are merged within their block, in order', async () => {
    const parts = await collect(
      mergeDeltas(
        from([
          { type: 'reasoning-start', id: 'r' },
          { type: 'reasoning-delta', id: 'r', delta: 'a' },
          { type: 'reasoning-delta', id: 'r', delta: 'b' },
          { type: 'reasoning-end', id: 'r' },
          { type: 'text-start', id: 't' },
          text('c'),
          text('d'),
          text('e', 'u'),
          text('f', 'u'),
          { type: 'text-end', id: 't' },
        ]),
      ),
    )
    expect(parts).toEqual([
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'ab' },
      { type: 'reasoning-end', id: 'r' },
      { type: 'text-start', id: 't' },
      text('cd'),
      text('ef', 'u'),
      { type: 'text-end', id: 't' },
    ])
  })

  test('a delta that comes alone is passed on in the same turn of the event loop', async () => {
    let source: ReadableStreamDefaultController<LanguageModelV4StreamPart> | undefined
    const reader = mergeDeltas(
      new ReadableStream<LanguageModelV4StreamPart>({
        start(controller) {
          source = controller
        },
      }),
    ).getReader()
    for (const word of ['one ', 'two ']) {
      let arrived: LanguageModelV4StreamPart | undefined
      void reader.read().then(({ value }) => {
        arrived = value
      })
      source?.enqueue(text(word))
      await nextTurn()
      await nextTurn()
      expect(arrived).toEqual(text(word))
    }
  })

  test('a merged delta has a maximum length', async () => {
    const parts = await collect(
      mergeDeltas(from(Array.from({ length: 10 }, () => text('123'))), { maxLength: 6 }),
    )
    expect(parts).toEqual(Array.from({ length: 5 }, () => text('123123')))
  })

  test('deltas with metadata are not merged', async () => {
    const marked: LanguageModelV4StreamPart = {
      ...text('b'),
      providerMetadata: { openai: { itemId: 'x' } },
    } as LanguageModelV4StreamPart
    const parts = await collect(mergeDeltas(from([text('a'), marked, text('c')])))
    expect(parts).toEqual([text('a'), marked, text('c')])
  })

  test('the source is not read ahead of a reader that stops reading', async () => {
    let produced = 0
    const source = new ReadableStream<LanguageModelV4StreamPart>({
      async pull(controller) {
        await nextTurn()
        produced += 1
        controller.enqueue(text('x'.repeat(100)))
      },
    })
    const reader = mergeDeltas(source, { maxLength: 200 }).getReader()
    await reader.read()
    for (let turn = 0; turn < 50; turn += 1) await nextTurn()
    expect(produced).toBeLessThan(8)
    await reader.cancel()
  })

  test('what had arrived before a failure is delivered, then the failure', async () => {
    let sent = false
    const source = new ReadableStream<LanguageModelV4StreamPart>({
      async pull(controller) {
        if (sent) return controller.error(new Error('cut'))
        sent = true
        controller.enqueue(text('so far'))
      },
    })
    let ended = 0
    const reader = mergeDeltas(source, { onEnd: () => (ended += 1) }).getReader()
    // The reader comes late: the source has failed by then.
    await expect.poll(() => ended).toBe(1)
    expect((await reader.read()).value).toEqual(text('so far'))
    await expect(reader.read()).rejects.toThrow('cut')
    expect(ended).toBe(1)
  })

  test('a cancel reaches the source', async () => {
    let reason: unknown
    let ended = 0
    const source = new ReadableStream<LanguageModelV4StreamPart>({
      cancel(why) {
        reason = why
      },
    })
    await mergeDeltas(source, { onEnd: () => (ended += 1) }).cancel('gone')
    expect(reason).toBe('gone')
    expect(ended).toBe(1)
  })
})
