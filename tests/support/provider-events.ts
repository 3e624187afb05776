import fc from 'fast-check'

/*
 * Events of a provider's streamed answers for property tests: whatever a chunk
 * may carry, in every combination, and often in runs that look alike.
 */

/** Short texts from few characters, so that neighbouring events are often alike. */
const piece = fc.string({
  unit: fc.constantFrom('0', '1', '"', '\\', '\n', 'é', '🙂', '\ud83d', '\ude42', ','),
  maxLength: 3,
})
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 2 })
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null, freq: 2 })
const seldom = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

/** Events often come in runs that look the same. */
function runsOf<T>(event: fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  const run = fc.tuple(event, fc.integer({ min: 1, max: 3 }))
  return fc
    .array(run, { maxLength: 8 })
    .map((runs) => runs.flatMap(([value, times]) => Array.from({ length: times }, () => value)))
}

/** The fields of an object in their order, or in the opposite one. */
function ordered(isReversed: boolean, value: object): object {
  return isReversed ? Object.fromEntries(Object.entries(value).reverse()) : value
}

/** The server-sent events, with a name where they have a type. */
function toWire(events: object[], end = ''): string {
  const lines = events.map((event) => {
    const name = 'type' in event ? `event: ${event.type}\n` : ''
    return `${name}data: ${JSON.stringify(event)}\n\n`
  })
  return lines.join('') + end
}

const argumentsOfTool = fc
  .record({ index: fc.nat({ max: 1 }), function: fc.record({ arguments: piece }) })
  .map((call) => [call])

/** Text, reasoning and arguments of a tool. */
const plainDelta = fc.record({
  role: maybe(fc.constant('assistant')),
  content: orNull(piece),
  reasoning_content: maybe(piece),
  tool_calls: maybe(argumentsOfTool),
})
const richDelta = fc.record({
  role: maybe(fc.constant('assistant')),
  content: maybe(orNull(piece)),
  reasoning: maybe(piece),
  reasoning_content: maybe(orNull(piece)),
  refusal: seldom(orNull(piece)),
  tool_calls: seldom(argumentsOfTool),
})
const token = fc.record({
  token: piece,
  logprob: fc.constant(-1),
  top_logprobs: fc.constant([]),
})
const usage = fc.record({
  prompt_tokens: fc.nat({ max: 2 }),
  completion_tokens: fc.nat({ max: 2 }),
})

const chatChunk = fc.record({
  delta: fc.oneof(plainDelta, richDelta),
  logprobs: seldom(
    orNull(
      fc.record({
        content: fc.array(token, { maxLength: 1 }),
        refusal: maybe(fc.array(token, { maxLength: 1 })),
      }),
    ),
  ),
  usage: seldom(orNull(usage)),
  /** The delta of a second choice, which comes after the first or before it. */
  second: seldom(fc.tuple(richDelta, fc.boolean())),
})

type ChatChunk = {
  delta: object
  logprobs?: unknown
  usage?: unknown
  second?: [delta: object, isFirst: boolean] | undefined
}

function chatEvent({ delta, logprobs, usage, second }: ChatChunk, isReversed = false) {
  const choice = (index: number, of: object) => {
    return ordered(isReversed, { index, delta: ordered(isReversed, of), logprobs })
  }
  const choices = [choice(0, delta)]
  if (second) choices.splice(second[1] ? 0 : 1, 0, choice(1, second[0]))
  return ordered(isReversed, { ...CHUNK, choices, usage })
}

const CHUNK = { id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm' }

/** The body of a chat completion with two tool calls and these chunks. */
function chatWire(chunks: ChatChunk[], isReversed = false): string {
  const calls = [0, 1].map((index) => {
    const call = { id: `call${index}`, type: 'function', function: { name: 'f', arguments: '' } }
    return chatEvent({ delta: { tool_calls: [{ index, ...call }] } })
  })
  const last = { ...CHUNK, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }
  return toWire(
    [...calls, ...chunks.map((chunk) => chatEvent(chunk, isReversed)), last],
    'data: [DONE]\n\n',
  )
}

export const chatWires = fc
  .tuple(runsOf(chatChunk), fc.boolean())
  .map(([chunks, isReversed]) => chatWire(chunks, isReversed))

/** A chat completion that has these deltas, in their order. */
export function chatWireOf(deltas: object[]): string {
  return chatWire(deltas.map((delta) => ({ delta })))
}

/** Two output items of each kind, in the order of their index. */
const ITEMS = [0, 1].flatMap((n) => [
  { type: 'message', id: `message${n}`, role: 'assistant' },
  { type: 'reasoning', id: `reasoning${n}`, summary: [] },
  { type: 'function_call', id: `call${n}`, call_id: `c${n}`, name: 'f', arguments: '' },
])

/** The kinds of deltas, with the kind of item that each belongs to. */
const KINDS = {
  output_text: 'message',
  refusal: 'message',
  reasoning_summary_text: 'reasoning',
  reasoning_text: 'reasoning',
  function_call_arguments: 'function_call',
} as const

type Kind = keyof typeof KINDS

const responseDelta = fc.record({
  kind: fc.oneof(
    // Those that are merged, more often.
    fc.constantFrom<Kind>('output_text', 'reasoning_summary_text'),
    fc.constantFrom(...(Object.keys(KINDS) as Kind[])),
  ),
  /** Which of the two items of its kind, and which part of that. */
  item: fc.nat({ max: 1 }),
  part: fc.nat({ max: 1 }),
  delta: piece,
  rest: fc.record({
    obfuscation: fc.constantFrom('a', 'bb', undefined),
    logprobs: seldom(fc.array(token, { maxLength: 1 })),
  }),
})

type ResponseDelta = typeof responseDelta extends fc.Arbitrary<infer Value> ? Value : never

function responseEvent(
  { kind, item, part, delta, rest }: ResponseDelta,
  isReversed: boolean,
): object {
  const index = ITEMS.findIndex(({ type }) => type === KINDS[kind]) + item * (ITEMS.length / 2)
  return ordered(isReversed, {
    type: `response.${kind}.delta`,
    item_id: ITEMS[index]?.id,
    output_index: index,
    [kind === 'reasoning_summary_text' ? 'summary_index' : 'content_index']: part,
    delta,
    ...rest,
  })
}

function responsesWire(deltas: ResponseDelta[], isReversed: boolean): string {
  const added = ITEMS.flatMap((item, output_index) => {
    const event = { type: 'response.output_item.added', output_index, item }
    if (item.type !== 'reasoning') return [event]
    const part = { type: 'response.reasoning_summary_part.added', item_id: item.id, output_index }
    return [event, { ...part, summary_index: 0 }, { ...part, summary_index: 1 }]
  })
  const response = { id: 'r', object: 'response', created_at: 1, model: 'm' }
  const usage = { input_tokens: 1, output_tokens: 1 }
  const events = [
    { type: 'response.created', response },
    ...added,
    ...deltas.map((delta) => responseEvent(delta, isReversed)),
    { type: 'response.completed', response: { ...response, usage } },
  ]
  return toWire(events.map((event, sequence_number) => ({ ...event, sequence_number })))
}

export const responsesWires = fc
  .tuple(runsOf(responseDelta), fc.boolean())
  .map(([deltas, isReversed]) => responsesWire(deltas, isReversed))
