import { DEFAULT_USAGE, type Script, textDeltas } from './fake-openai-script.ts'

/** One event of a stream; `isDelta` marks those that a script's pace and faults count. */
export type Frame = { data: string; isDelta: boolean }

const CREATED = 1_760_000_000

/** The frames of a streamed chat completion. */
export function* chatFrames(script: Script, model: string): Generator<Frame> {
  const head = `data: {"id":"chatcmpl-fake","object":"chat.completion.chunk","created":${CREATED},"model":${JSON.stringify(model)},`
  const choice = (delta: string, finish = 'null') =>
    `${head}"choices":[{"index":0,"delta":${delta},"finish_reason":${finish}}]}\n\n`
  const frame = (data: string, isDelta = false): Frame => ({ data, isDelta })

  yield frame(choice('{"role":"assistant","content":""}'))
  for (const delta of textDeltas({ text: script.reasoning })) {
    yield frame(choice(`{"reasoning_content":${JSON.stringify(delta)}}`), true)
  }
  for (const delta of textDeltas(script)) {
    yield frame(choice(`{"content":${JSON.stringify(delta)}}`), true)
  }
  for (const delta of textDeltas({ text: script.refusal })) {
    yield frame(choice(`{"refusal":${JSON.stringify(delta)}}`), true)
  }
  for (const [index, call] of (script.toolCalls ?? []).entries()) {
    const id = `call_${index}_${crypto.randomUUID()}`
    const start = { index, id, type: 'function', function: { name: call.name, arguments: '' } }
    yield frame(choice(JSON.stringify({ tool_calls: [start] })))
    for (const part of slices(JSON.stringify(call.input))) {
      const delta = { index, function: { arguments: part } }
      yield frame(choice(JSON.stringify({ tool_calls: [delta] })), true)
    }
  }
  const failure = script.errorEvent ?? script.failedResponse
  if (failure) {
    const error = { message: 'The fake failed', type: 'fake_error', code: 'fake', ...failure }
    yield frame(`data: ${JSON.stringify({ error })}\n\n`)
    return
  }
  if (script.endsEarly) return
  const usual = script.toolCalls?.length ? 'tool_calls' : 'stop'
  yield frame(choice('{}', JSON.stringify(script.stoppedBy ?? usual)))
  yield frame(`${head}"choices":[],"usage":${JSON.stringify(chatUsage(script))}}\n\n`)
  yield frame('data: [DONE]\n\n')
}

/** The same as one JSON answer. */
export function chatCompletion(script: Script, model: string): unknown {
  const calls = script.toolCalls?.map((call, index) => ({
    id: `call_${index}_${crypto.randomUUID()}`,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.input) },
  }))
  return {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: CREATED,
    model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: [...textDeltas(script)].join(''),
          reasoning_content: script.reasoning,
          tool_calls: calls,
        },
        finish_reason: calls?.length ? 'tool_calls' : 'stop',
      },
    ],
    usage: chatUsage(script),
  }
}

/** Text in pieces of a few characters, as arguments of a tool call arrive. */
export function slices(text: string): string[] {
  return text.match(/[\s\S]{1,8}/g) ?? []
}

function chatUsage({ usage = DEFAULT_USAGE }: Script) {
  if (!usage) return null
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    completion_tokens_details: { reasoning_tokens: usage.reasoning },
  }
}
