import { describe, expect, test } from 'vitest'
import { createTokenMeter } from '#core/ai/token-meter.ts'

describe('createTokenMeter', () => {
  test('the tokens of all steps are added as the provider counts them', () => {
    const meter = createTokenMeter('a prompt')
    meter.output(1_000)
    meter.endStep({ inputTokens: 11, outputTokens: 7 })
    meter.startStep()
    meter.output(1_000)
    meter.endStep({ inputTokens: 20, outputTokens: 1 })
    expect(meter.close(false)).toBe(39)
  })

  test('a step that the provider has not counted is estimated, input and output', () => {
    const meter = createTokenMeter({ instructions: 'x'.repeat(40), messages: [{ text: 'yyyy' }] })
    meter.output(20)
    meter.endStep({})
    expect(meter.close(false)).toBe(11 + 5)
  })

  test('a step of which the provider counts only one side is estimated on the other', () => {
    const meter = createTokenMeter('x'.repeat(40))
    meter.output(20)
    meter.endStep({ outputTokens: 3 })
    expect(meter.close(false)).toBe(10 + 3)
  })

  test('a step that was broken off costs its input and what had come', () => {
    const meter = createTokenMeter('x'.repeat(40))
    meter.output(20)
    expect(meter.close(true)).toBe(10 + 5)
    expect(createTokenMeter('x'.repeat(40)).close(true)).toBe(10)
  })

  test('a call that fails without output costs nothing, one that is cut what had come', () => {
    expect(createTokenMeter('x'.repeat(40)).close(false)).toBe(0)
    const failed = createTokenMeter('x'.repeat(40))
    failed.endStep({})
    expect(failed.close(false)).toBe(0)
    const cut = createTokenMeter('x'.repeat(40))
    cut.output(4)
    expect(cut.close(false)).toBe(11)
  })

  test('what ended between two steps is counted once', () => {
    const meter = createTokenMeter('x'.repeat(40))
    meter.endStep({ inputTokens: 5, outputTokens: 5 })
    expect(meter.close(true)).toBe(10)
  })

  test('the bytes of an image count as an image', () => {
    const meter = createTokenMeter([{ image: new Uint8Array(5_000_000) }, 'xxxx'])
    expect(meter.close(true)).toBe(1_001)
    const written = createTokenMeter('xxxx')
    written.image()
    written.endStep({})
    expect(written.close(false)).toBe(1_001)
  })
})
