import { Readable } from 'node:stream'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeDeltaEvents } from '#core/ai/merge-delta-events.ts'
import type { LanguageModelV4, LanguageModelV4StreamPart } from '#core/ai/provider-types.ts'
import { collect } from '#tests/support/collect.ts'
import { chatWireOf, chatWires, responsesWires } from '#tests/support/provider-events.ts'

type Fetch = typeof globalThis.fetch

const MODELS: Record<string, (fetch: Fetch) => LanguageModelV4> = {
  'chat completions of a compatible server': (fetch) =>
    createOpenAICompatible({ name: 'x', baseURL: 'http://x.test/v1', fetch }).chatModel('m'),
  'chat completions of OpenAI': (fetch) => createOpenAI({ apiKey: 'x', fetch }).chat('m'),
  responses: (fetch) => createOpenAI({ apiKey: 'x', fetch }).responses('m'),
}

/** The body in pieces, cut at the given places. */
function cutBody(wire: string, places: number[]): Readable {
  const bytes = Buffer.from(wire)
  const ends = [...new Set(places.map((place) => place % bytes.length))].sort((a, b) => a - b)
  return Readable.from(
    [...ends, bytes.length].map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end)),
  )
}

/** What the provider's own parser reads, with the neighbouring deltas of one block joined. */
async function parse(name: string, body: ReadableStream<Uint8Array>) {
  const fetch = async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  const model = MODELS[name]?.(fetch)
  if (!model) throw new Error(`unknown model: ${name}`)
  const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'x' }] }]
  const { stream } = await model.doStream({ prompt })
  const joined: LanguageModelV4StreamPart[] = []
  for (const part of await collect(stream)) {
    const last = joined.at(-1)
    if (
      'delta' in part &&
      last &&
      'delta' in last &&
      last.type === part.type &&
      last.id === part.id
    ) {
      last.delta += part.delta
    } else if (!('delta' in part && part.delta === '')) {
      joined.push({ ...part })
    }
  }
  return joined
}

async function expectSameMeaning(name: string, wire: string, places: number[]) {
  const merged = await parse(name, mergeDeltaEvents(cutBody(wire, places)))
  expect(merged).toEqual(await parse(name, new Blob([wire]).stream()))
}

const places = fc.array(fc.nat(), { maxLength: 6 })

describe('merged events', { timeout: 120_000 }, () => {
  test.each(['chat completions of a compatible server', 'chat completions of OpenAI'])(
    'of %s are parsed like the events themselves',
    async (name) => {
      await fc.assert(
        fc.asyncProperty(chatWires, places, (wire, cuts) => expectSameMeaning(name, wire, cuts)),
        { numRuns: 300 },
      )
    },
  )

  test('of responses are parsed like the events themselves', async () => {
    await fc.assert(
      fc.asyncProperty(responsesWires, places, (wire, cuts) =>
        expectSameMeaning('responses', wire, cuts),
      ),
      { numRuns: 300 },
    )
  })

  test('keep the same piece of a tool’s arguments twice beside an empty content', async () => {
    const deltas = ['{"latitude":1', '0', '0', '}'].map((piece) => ({
      content: '',
      tool_calls: [{ index: 0, function: { arguments: piece } }],
    }))
    const parts = await parse(
      'chat completions of a compatible server',
      mergeDeltaEvents(cutBody(chatWireOf(deltas), [])),
    )
    expect(parts.find((part) => part.type === 'tool-call')).toMatchObject({
      input: '{"latitude":100}',
    })
  })
})
