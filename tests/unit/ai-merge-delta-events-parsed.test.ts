import { Readable } from 'node:stream'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeDeltaEvents } from '#core/ai/merge-delta-events.ts'
import type { LanguageModelV4, LanguageModelV4StreamPart } from '#core/ai/provider-types.ts'
import { collect } from '#tests/support/collect.ts'

type Fetch = typeof globalThis.fetch

const MODELS: Record<string, (fetch: Fetch) => LanguageModelV4> = {
  'chat completions of a compatible server': (fetch) =>
    createOpenAICompatible({ name: 'x', baseURL: 'http://x.test/v1', fetch }).chatModel('m'),
  'chat completions of OpenAI': (fetch) => createOpenAI({ apiKey: 'x', fetch }).chat('m'),
  responses: (fetch) => createOpenAI({ apiKey: 'x', fetch }).responses('m'),
}

/** Short texts from few characters, so that neighbouring events are often alike. */
const piece = fc.string({
  unit: fc.constantFrom('0', '1', '"', '\\', '\n', 'é', '🙂', ','),
  maxLength: 3,
})
/** Events often come in runs that look the same but for their text, or wholly. */
function runsOf<T>(event: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  const run = fc.tuple(event, fc.integer({ min: 1, max: 3 }))
  return fc
    .array(run, { maxLength: 8 })
    .map((runs) => runs.flatMap(([value, times]) => Array.from({ length: times }, () => value)))
}
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })

/** What one chunk of a chat completion may carry, in every combination. */
const chatDelta = fc.record({
  role: maybe(fc.constant('assistant')),
  content: fc.option(piece, { nil: null }),
  reasoning_content: maybe(piece),
  tool_calls: maybe(
    fc
      .record({ index: fc.nat({ max: 1 }), function: fc.record({ arguments: piece }) })
      .map((call) => [call]),
  ),
})

function chatWire(deltas: object[]): string {
  const chunk = (delta: object, finish: string | null = null) => ({
    id: 'c',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [{ index: 0, delta, finish_reason: finish }],
  })
  const calls = [0, 1].map((index) =>
    chunk({
      tool_calls: [
        { index, id: `call${index}`, type: 'function', function: { name: 'f', arguments: '' } },
      ],
    }),
  )
  const events = [...calls, ...deltas.map((delta) => chunk(delta)), chunk({}, 'stop')]
  return [...events.map((event) => JSON.stringify(event)), '[DONE]']
    .map((data) => `data: ${data}\n\n`)
    .join('')
}

const responseDelta = fc.record({
  kind: fc.constantFrom('output_text', 'reasoning_summary_text', 'function_call_arguments'),
  delta: piece,
  obfuscation: maybe(fc.constantFrom('a', 'bb')),
  logprobs: maybe(fc.constant([])),
})

type ResponseDelta = typeof responseDelta extends fc.Arbitrary<infer Value> ? Value : never

function responsesWire(deltas: ResponseDelta[]): string {
  const items = {
    output_text: { type: 'message', id: 'i0', role: 'assistant' },
    reasoning_summary_text: { type: 'reasoning', id: 'i1', summary: [] },
    function_call_arguments: {
      type: 'function_call',
      id: 'i2',
      call_id: 'c',
      name: 'f',
      arguments: '',
    },
  }
  const kinds = Object.keys(items)
  const added = Object.values(items).map((item, output_index) => ({
    type: 'response.output_item.added',
    output_index,
    item,
  }))
  const part = {
    type: 'response.reasoning_summary_part.added',
    item_id: 'i1',
    output_index: 1,
    summary_index: 0,
    part: { type: 'summary_text', text: '' },
  }
  const said = deltas.map(({ kind, ...rest }) => ({
    type: `response.${kind}.delta`,
    item_id: `i${kinds.indexOf(kind)}`,
    output_index: kinds.indexOf(kind),
    ...(kind === 'reasoning_summary_text' ? { summary_index: 0 } : { content_index: 0 }),
    ...rest,
  }))
  const response = { id: 'r', object: 'response', created_at: 1, model: 'm' }
  const events = [
    { type: 'response.created', response },
    ...added,
    part,
    ...said,
    {
      type: 'response.completed',
      response: { ...response, usage: { input_tokens: 1, output_tokens: 1 } },
    },
  ]
  return events
    .map(
      (event, sequence_number) =>
        `event: ${event.type}\ndata: ${JSON.stringify({ ...event, sequence_number })}\n\n`,
    )
    .join('')
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

describe('merged events', () => {
  test.each(['chat completions of a compatible server', 'chat completions of OpenAI'])(
    'of %s are parsed like the events themselves',
    async (name) => {
      await fc.assert(
        fc.asyncProperty(runsOf(chatDelta), places, (deltas, cuts) =>
          expectSameMeaning(name, chatWire(deltas), cuts),
        ),
        { numRuns: 300 },
      )
    },
  )

  test('of responses are parsed like the events themselves', async () => {
    await fc.assert(
      fc.asyncProperty(runsOf(responseDelta), places, (deltas, cuts) =>
        expectSameMeaning('responses', responsesWire(deltas), cuts),
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
      mergeDeltaEvents(cutBody(chatWire(deltas), [])),
    )
    expect(parts.find((part) => part.type === 'tool-call')).toMatchObject({
      input: '{"latitude":100}',
    })
  })
})
