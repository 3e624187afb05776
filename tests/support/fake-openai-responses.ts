import { type Frame, slices } from './fake-openai-chat.ts'
import { DEFAULT_USAGE, type Script, textDeltas } from './fake-openai-script.ts'

const CREATED = 1_760_000_000

/** The frames of a streamed response (https://platform.openai.com/docs/api-reference/responses-streaming). */
export function* responseFrames(script: Script, model: string): Generator<Frame> {
  let sequence = 0
  let output = 0
  const event = (type: string, fields: object, isDelta = false): Frame => {
    const data = JSON.stringify({ type, sequence_number: sequence++, ...fields })
    return { data: `event: ${type}\ndata: ${data}\n\n`, isDelta }
  }
  const response = { id: 'resp_fake', object: 'response', created_at: CREATED, model }
  yield event('response.created', { response })

  if (script.reasoning) {
    const item = { id: `rs_${crypto.randomUUID()}`, type: 'reasoning', summary: [] }
    const where = { item_id: item.id, output_index: output, summary_index: 0 }
    yield event('response.output_item.added', { output_index: output, item })
    yield event('response.reasoning_summary_part.added', {
      ...where,
      part: { type: 'summary_text', text: '' },
    })
    for (const delta of textDeltas({ text: script.reasoning })) {
      yield event('response.reasoning_summary_text.delta', { ...where, delta }, true)
    }
    yield event('response.reasoning_summary_part.done', {
      ...where,
      part: { type: 'summary_text', text: script.reasoning },
    })
    yield event('response.output_item.done', { output_index: output++, item })
  }
  if (script.text !== undefined) {
    const item = { id: `msg_${crypto.randomUUID()}`, type: 'message', role: 'assistant' }
    const where = { item_id: item.id, output_index: output, content_index: 0 }
    yield event('response.output_item.added', { output_index: output, item })
    for (const delta of textDeltas(script)) {
      yield event('response.output_text.delta', { ...where, delta }, true)
    }
    yield event('response.output_item.done', { output_index: output++, item })
  }
  if (script.refusal !== undefined) {
    const item = { id: `msg_${crypto.randomUUID()}`, type: 'message', role: 'assistant' }
    const where = { item_id: item.id, output_index: output, content_index: 0 }
    yield event('response.output_item.added', { output_index: output, item })
    for (const delta of textDeltas({ text: script.refusal })) {
      yield event('response.refusal.delta', { ...where, delta }, true)
    }
    yield event('response.refusal.done', { ...where, refusal: script.refusal })
    yield event('response.output_item.done', { output_index: output++, item })
  }
  for (const call of script.toolCalls ?? []) {
    const item = {
      id: `fc_${crypto.randomUUID()}`,
      type: 'function_call',
      call_id: `call_${crypto.randomUUID()}`,
      name: call.name,
    }
    const input = JSON.stringify(call.input)
    yield event('response.output_item.added', {
      output_index: output,
      item: { ...item, arguments: '' },
    })
    for (const delta of slices(input)) {
      const where = { item_id: item.id, output_index: output }
      yield event('response.function_call_arguments.delta', { ...where, delta }, true)
    }
    yield event('response.output_item.done', {
      output_index: output++,
      item: { ...item, arguments: input, status: 'completed' },
    })
  }
  const fake = { message: 'The fake failed', code: 'fake' }
  if (script.errorEvent) {
    return yield event('error', { ...fake, param: null, ...script.errorEvent, type: 'error' })
  }
  if (script.failedResponse) {
    const { code, message } = { ...fake, ...script.failedResponse }
    return yield event('response.failed', { response: { ...response, error: { code, message } } })
  }
  if (script.endsEarly) return
  const usage = responseUsage(script)
  if (!script.stoppedBy) {
    return yield event('response.completed', { response: { ...response, usage } })
  }
  const reason = script.stoppedBy === 'length' ? 'max_output_tokens' : script.stoppedBy
  const details = { incomplete_details: { reason } }
  yield event('response.incomplete', { response: { ...response, usage, ...details } })
}

/** The same as one JSON answer. */
export function responseObject(script: Script, model: string): unknown {
  const text = [...textDeltas(script)].join('')
  return {
    id: 'resp_fake',
    object: 'response',
    created_at: CREATED,
    model,
    output: [
      ...(script.reasoning
        ? [
            {
              id: 'rs_fake',
              type: 'reasoning',
              summary: [{ type: 'summary_text', text: script.reasoning }],
            },
          ]
        : []),
      {
        id: 'msg_fake',
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text, annotations: [] }],
      },
      ...(script.toolCalls ?? []).map((call) => ({
        id: `fc_${crypto.randomUUID()}`,
        type: 'function_call',
        call_id: `call_${crypto.randomUUID()}`,
        name: call.name,
        arguments: JSON.stringify(call.input),
        status: 'completed',
      })),
    ],
    usage: responseUsage(script),
  }
}

function responseUsage({ usage = DEFAULT_USAGE }: Script) {
  if (!usage) return null
  return {
    input_tokens: usage.input,
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning },
    total_tokens: usage.input + usage.output,
  }
}
