import { setTimeout as sleep } from 'node:timers/promises'
import type { CallOptions, GenerateResult, LanguageModelSpec, StreamPart } from '../model-spec.ts'
import { demoUsage } from './count-tokens.ts'
import type { DemoPlan, DemoTurn } from './demo-turn.ts'
import { promptText } from './read-prompt.ts'

type DemoModelOptions = {
  modelId: string
  plan: DemoPlan
  /** How fast it writes; `Infinity` writes all at once. */
  wordsPerSecond: number
}

/** A language model that needs no network: it writes what a plan says, at the pace of a person reading. */
export function createDemoLanguageModel({
  modelId,
  plan,
  wordsPerSecond,
}: DemoModelOptions): LanguageModelSpec {
  return {
    specificationVersion: 'v4',
    provider: 'demo',
    modelId,
    supportedUrls: { 'image/*': [/^https?:/] },

    async doGenerate(options) {
      options.abortSignal?.throwIfAborted()
      const turn = plan(options)
      return {
        content: content(turn),
        finishReason: finishReason(turn),
        usage: usage(options, turn),
        warnings: [],
      }
    },

    async doStream(options) {
      const signal = options.abortSignal
      signal?.throwIfAborted()
      const turn = plan(options)
      const pauseMs = 1000 / wordsPerSecond
      const parts = write(turn, usage(options, turn))
      const stream = new ReadableStream<StreamPart>({
        async pull(controller) {
          const { value, done } = parts.next()
          if (done) return controller.close()
          // An abort rejects, and so fails the stream with the caller's reason.
          if (isDelta(value) && pauseMs > 0) await sleep(pauseMs, undefined, { signal })
          signal?.throwIfAborted()
          controller.enqueue(value)
        },
      })
      return { stream }
    },
  }
}

function* write(turn: DemoTurn, usage: GenerateResult['usage']): Generator<StreamPart, void> {
  yield { type: 'stream-start', warnings: [] }
  if (turn.reasoning) {
    yield { type: 'reasoning-start', id: 'reasoning-0' }
    for (const delta of words(turn.reasoning)) {
      yield { type: 'reasoning-delta', id: 'reasoning-0', delta }
    }
    yield { type: 'reasoning-end', id: 'reasoning-0' }
  }
  if (turn.text) {
    yield { type: 'text-start', id: 'text-0' }
    for (const delta of words(turn.text)) yield { type: 'text-delta', id: 'text-0', delta }
    yield { type: 'text-end', id: 'text-0' }
  }
  if (turn.toolCall) {
    const call = toolCall(turn.toolCall)
    yield { type: 'tool-input-start', id: call.toolCallId, toolName: call.toolName }
    for (const delta of words(call.input)) {
      yield { type: 'tool-input-delta', id: call.toolCallId, delta }
    }
    yield { type: 'tool-input-end', id: call.toolCallId }
    yield call
  }
  yield { type: 'finish', finishReason: finishReason(turn), usage }
}

function content(turn: DemoTurn): GenerateResult['content'] {
  return [
    ...(turn.reasoning ? [{ type: 'reasoning' as const, text: turn.reasoning }] : []),
    ...(turn.text ? [{ type: 'text' as const, text: turn.text }] : []),
    ...(turn.toolCall ? [toolCall(turn.toolCall)] : []),
  ]
}

function toolCall({ toolName, input }: NonNullable<DemoTurn['toolCall']>) {
  const toolCallId = `call_${crypto.randomUUID().replaceAll('-', '')}`
  return { type: 'tool-call' as const, toolCallId, toolName, input: JSON.stringify(input) }
}

function finishReason(turn: DemoTurn): GenerateResult['finishReason'] {
  return turn.toolCall
    ? { unified: 'tool-calls', raw: 'tool_calls' }
    : { unified: 'stop', raw: 'stop' }
}

function usage(options: CallOptions, turn: DemoTurn) {
  const call = turn.toolCall ? JSON.stringify(turn.toolCall.input) : ''
  return demoUsage(promptText(options.prompt), `${turn.text ?? ''} ${call}`, turn.reasoning ?? '')
}

/** Words with the space that follows them; joined, they are the text again. */
function words(text: string): string[] {
  return text.match(/\s*\S+\s*/g) ?? []
}

function isDelta(part: StreamPart): boolean {
  return part.type.endsWith('-delta')
}
