import { describe, expect, test } from 'vitest'
import { createModels } from '#core/ai/models.ts'
import { suggestEdits } from '#core/ai/suggest-edits.ts'
import { readEnv } from '#core/env.server.ts'
import { collect } from '#tests/support/collect.ts'
import type { Script } from '#tests/support/fake-openai-script.ts'
import { MOCKED_OPENAI_URL, type MockedOpenAi, mockOpenAi } from '#tests/support/mocked-openai.ts'
import { mockNetwork } from '#tests/support/network.ts'

const network = mockNetwork()
let provider: MockedOpenAi

const CONTENT = 'It rains “cats”. And dogs. It rains “cats”.'

const edit = (originalText: string, suggestedText = 'x', description = 'why') => ({
  originalText,
  suggestedText,
  description,
})

const answer = (...elements: unknown[]) => JSON.stringify({ elements })

/** Tokens of the last call. */
let tokens = 0

async function* suggest(reply: Script, abortSignal = new AbortController().signal) {
  provider = mockOpenAi(network, reply)
  const models = createModels(readEnv({ OPENAI_BASE_URL: MOCKED_OPENAI_URL }))
  yield* suggestEdits({
    model: models.artifact,
    kind: 'text',
    content: CONTENT,
    abortSignal,
    onSpent(spent) {
      tokens = spent
    },
  })
}

/** Two edits in many deltas. */
const text = answer(edit('And dogs.'), edit('It rains “cats”.')).match(/.{1,20}/gs) ?? []

describe('suggestEdits', () => {
  test('each edit is yielded while the model still writes', async () => {
    const edits = suggest({ text, delayMs: 5, hangAfter: text.length - 2 })
    expect((await edits.next()).value).toEqual(edit('And dogs.'))
    await edits.return()
  })

  test('an edit whose text does not occur exactly, or that changes nothing, is dropped', async () => {
    const mixed = answer(
      edit('and dogs.'),
      edit('It rains "cats".'),
      edit(''),
      edit(' '),
      edit('And dogs.', 'And dogs.'),
      edit('And dogs.', 'And cows.'),
    )
    expect(await collect(suggest({ text: mixed }))).toEqual([edit('And dogs.', 'And cows.')])
  })

  test('an empty list yields nothing', async () => {
    const usage = { input: 30, output: 12, reasoning: 0 }
    expect(await collect(suggest({ text: answer(), usage }))).toEqual([])
    expect(tokens).toBe(42)
  })

  test('the call ends when its reader leaves', async () => {
    for await (const _ of suggest({ text, hangAfter: text.length - 2 })) break
    await expect.poll(() => provider.openStreams).toBe(0)
    // By estimate: the provider counts nothing of a call that is broken off.
    expect(tokens).toBeGreaterThan(CONTENT.length / 4)
  })

  test.each([
    { text: 'I would rather not.' },
    { status: 401 },
    { text, cutAfter: 1 },
    { text, cutAfter: text.length - 2 },
  ])('an unusable answer throws: %j', async (script) => {
    await expect(collect(suggest(script))).rejects.toThrow()
  })

  test('an abort throws', async () => {
    const stop = new AbortController()
    const edits = collect(suggest({ text: [' ', ' '], hangAfter: 1 }, stop.signal))
    const failure = expect(edits).rejects.toThrow()
    await expect.poll(() => provider.openStreams).toBe(1)
    stop.abort()
    await failure
  })
})
