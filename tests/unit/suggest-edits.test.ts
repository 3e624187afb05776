import { afterEach, describe, expect, it } from 'vitest'
import { createModels } from '#core/ai/models.ts'
import { suggestEdits } from '#core/ai/suggest-edits.ts'
import { readEnv } from '#core/env.server.ts'
import { type FakeOpenAi, type Script, startFakeOpenAi } from '#tests/support/fake-openai.ts'

let provider: FakeOpenAi | undefined
afterEach(() => provider?.close())

const CONTENT = 'It rains “cats”. And dogs. It rains “cats”.'

const edit = (originalText: string, suggestedText = 'x', description = 'why') => ({
  originalText,
  suggestedText,
  description,
})

const answer = (...elements: unknown[]) => JSON.stringify({ elements })

async function* suggest(reply: Script, abortSignal = new AbortController().signal) {
  provider = await startFakeOpenAi({ reply })
  const models = createModels(readEnv({ OPENAI_BASE_URL: provider.url }))
  yield* suggestEdits({ model: models.artifact, content: CONTENT, abortSignal })
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}

/** Two edits in many deltas. */
const text = answer(edit('And dogs.'), edit('It rains “cats”.')).match(/.{1,20}/gs) ?? []

describe('suggestEdits', () => {
  it('yields each edit while the model still writes', async () => {
    const edits = suggest({ text, delayMs: 5, hangAfter: text.length - 2 })
    expect((await edits.next()).value).toEqual(edit('And dogs.'))
    await edits.return()
  })

  it('drops what does not occur in the content, exactly, and what changes nothing', async () => {
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

  it('takes an empty list', async () => {
    expect(await collect(suggest({ text: answer() }))).toEqual([])
  })

  it('ends the call when its reader leaves', async () => {
    for await (const _ of suggest({ text, hangAfter: text.length - 2 })) break
    await expect.poll(() => provider?.openStreams).toBe(0)
  })

  it.each([
    { text: 'I would rather not.' },
    { status: 401 },
    { text, cutAfter: 1 },
    { text, cutAfter: text.length - 2 },
  ])('fails when there is no answer to read: %j', async (script) => {
    await expect(collect(suggest(script))).rejects.toThrow()
  })

  it('fails when it is aborted', async () => {
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 50)
    const edits = suggest({ text: [' ', ' '], hangAfter: 1 }, stop.signal)
    await expect(collect(edits)).rejects.toThrow()
  })
})
